import { ToolError } from '../../base/errors.ts';

/** Where a listing goes on: the number of rows before. */
export function cursorOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ToolError('invalid_argument', 'cursor: is none that this tool answered.', {
    hint: 'Use next_cursor of an earlier answer as it is, or leave it out to begin at the start.',
    details: [{ field: 'cursor', message: 'is not a cursor of this tool' }],
  });
}
