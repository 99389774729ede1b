import { z } from 'zod';
import { type TaskLineView, taskLineSchema } from '../../project/views.ts';
import type { Invocation } from '../command.ts';
import { styleFor } from '../terminal/style.ts';
import { renderTable, type TableOptions } from '../terminal/table.ts';

const linesSchema = z.object({ tasks: z.array(taskLineSchema) });

/** The tasks of an answer that lists them. */
export function taskLinesOf(answer: unknown): TaskLineView[] {
  return linesSchema.parse(answer).tasks;
}

export function taskTable(tasks: readonly TaskLineView[], invocation: Invocation): string {
  const rows = tasks.map((task) => [
    `#${task.id}`,
    task.status,
    task.priority,
    task.feature,
    task.discipline,
    task.title,
  ]);
  return table(['ID', 'STATUS', 'PRIORITY', 'FEATURE', 'DISCIPLINE', 'TITLE'], rows, invocation);
}

export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  invocation: Invocation,
  options: Pick<TableOptions, 'wrap'> = {},
): string {
  const { output } = invocation;
  return renderTable(heading, rows, styleFor(invocation), { ...options, fit: output.isTerminal });
}
