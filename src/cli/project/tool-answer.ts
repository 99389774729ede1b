import { stripVTControlCharacters } from 'node:util';
import type { App } from '../../app/create-app.ts';
import { ToolError } from '../../base/errors.ts';
import { visibleText } from '../../base/safe-text.ts';
import type { Toolset } from '../../tool/tool.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { commandsForTools } from '../command-words.ts';
import { withApp } from '../open-app.ts';
import { callTool } from '../tools/call-tool.ts';

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The answer of a tool, of the project unless said otherwise, to the person at the keyboard; a refusal is thrown. */
export async function toolAnswer(
  app: App,
  invocation: Invocation,
  tool: string,
  input: object,
  toolset: Toolset = 'project',
): Promise<ToolAnswer> {
  const outcome = await callTool(await app.registry([toolset]), tool, input, invocation);
  if (!outcome.ok) {
    const { code, message, hint, details } = outcome.error;
    throw new ToolError(code, message, { hint, details });
  }
  const { structured = {}, text } = outcome;
  const { hint } = structured;
  return {
    structured,
    text: typeof hint === 'string' ? text.replace(hint, commandsForTools) : text,
  };
}

/** A command that is one call of one tool: `--json` prints what the tool answered, else its text or a better one. */
export function oneCall(
  tool: string,
  input: (invocation: Invocation) => object | Promise<object>,
  render?: (answer: ToolAnswer, invocation: Invocation) => string,
  toolset?: Toolset,
): CommandSpec['run'] {
  return (invocation) =>
    withApp(invocation, async (app) => {
      const answer = await toolAnswer(app, invocation, tool, await input(invocation), toolset);
      show(invocation, answer.structured, () => render?.(answer, invocation) ?? answer.text);
      return 0;
    });
}

/** What agents wrote may hold escape sequences, which a terminal would obey. */
export function show(invocation: Invocation, value: unknown, text: () => string): void {
  showStyled(invocation, value, () => visibleText(stripVTControlCharacters(text())));
}

/** The same for text that is clean already and keeps its colours, such as a table. */
export function showStyled({ json, output }: Invocation, value: unknown, text: () => string): void {
  if (json) output.json(value);
  else output.line(text());
}
