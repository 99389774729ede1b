import { z } from 'zod';
import { ToolError } from '../base/errors.ts';
import type { PageRule } from '../tool/page.ts';
import { type Comment, commentKinds, prioritySchema, statusSchema } from './model.ts';

/** How records look in answers: short schemas that lists and single records share. */
export const taskLineSchema = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: statusSchema,
  priority: prioritySchema,
  feature: z.string(),
  discipline: z.string(),
});
export type TaskLineView = z.output<typeof taskLineSchema>;

export const taskRefSchema = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: statusSchema,
});

export const commentSchema = z.strictObject({
  id: z.int(),
  kind: z.enum(commentKinds),
  author: z.string(),
  body: z.string(),
  created_at: z.string(),
});

export function taskLineText(task: TaskLineView): string {
  return `#${task.id} [${task.status}] ${task.priority} ${task.feature}/${task.discipline}: ${task.title}`;
}

export function taskRefText(task: z.output<typeof taskRefSchema>): string {
  return `#${task.id} [${task.status}] ${task.title}`;
}

export function commentView({ id, kind, author, body, created_at }: Comment) {
  return { id, kind, author, body, created_at };
}

export function commentText(comment: z.output<typeof commentSchema>): string {
  return `(${comment.id}) ${comment.kind} by ${comment.author}: ${comment.body}`;
}

/** The page rule of a list whose rows stand in one field and whose cursor is a property of its last row. */
export function pageByCursor<Field extends string, Row>(
  field: Field,
  cursorOf: (row: Row) => string,
): PageRule<{ [key in Field]: Row[] } & { next_cursor: string | null }> {
  return {
    rows: (output) => output[field],
    keep(output, count) {
      const rows = output[field];
      const kept = rows.slice(0, count);
      const last = kept.at(-1);
      if (kept.length === rows.length || last === undefined) return output;
      return { ...output, [field]: kept, next_cursor: cursorOf(last) };
    },
  };
}

export function parseIdCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ToolError('invalid_argument', `"${cursor}" is not a cursor of this list.`, {
    details: [{ field: 'cursor', message: 'not from next_cursor' }],
    hint: 'Use next_cursor of the page before, or leave cursor out to begin again.',
  });
}
