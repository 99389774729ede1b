import { z } from 'zod';
import type { App } from '../../app/create-app.ts';
import type { Invocation } from '../command.ts';
import { type ToolAnswer, toolAnswer } from './tool-answer.ts';

const cursorSchema = z.object({ next_cursor: z.string().nullable() });

/** The rows of a list tool: one page, or with `all` every page as if it were one. */
export async function listPages(
  app: App,
  invocation: Invocation,
  list: {
    readonly tool: string;
    /** The field that holds the rows. */
    readonly rows: string;
    readonly input: object;
    readonly all: boolean;
  },
): Promise<ToolAnswer['structured']> {
  const { tool, rows, all } = list;
  const ask = (more: object) => toolAnswer(app, invocation, tool, { ...list.input, ...more });
  const limit = all ? { limit: 200 } : {};
  let { structured: page } = await ask(limit);
  const found = [page[rows]].flat();
  let { next_cursor: cursor } = cursorSchema.parse(page);
  while (all && cursor !== null) {
    page = (await ask({ ...limit, cursor })).structured;
    found.push(...[page[rows]].flat());
    cursor = cursorSchema.parse(page).next_cursor;
  }
  return { [rows]: found, next_cursor: cursor };
}
