import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { ToolError, UserError } from '../base/errors.ts';
import { errorCode } from '../base/file-errors.ts';
import { appendDurably } from '../base/files.ts';
import { openInside } from '../base/open-inside.ts';
import { resolveInside } from '../base/paths.ts';
import { redactText } from '../base/redaction.ts';
import { visibleText } from '../base/safe-text.ts';
import type { ProjectCall } from './define-project-tool.ts';
import { cursorField, requiredText } from './fields.ts';

/** Notes that belong to the repository and not to the database: people read and edit them too. */
export const stateFiles = {
  learnings: '.ralph/learnings.txt',
  progress: '.ralph/progress.txt',
} as const;
export type StateFile = keyof typeof stateFiles;

export const appendInput = z.strictObject({ text: requiredText(2_000) });
export const appendOutput = z.strictObject({ file: z.string(), appended_bytes: z.int() });

export const readInput = z.strictObject({ cursor: cursorField });
export const readOutput = z.strictObject({
  text: z.string(),
  next_cursor: z.string().nullable(),
  total_bytes: z.int(),
  file: z.string(),
});

/** Adds one entry. The file comes first: an entry without its event can be seen, an event without its entry misleads. */
export async function appendEntry(
  { root, store, session, caller, now }: ProjectCall,
  which: StateFile,
  written: string,
): Promise<z.output<typeof appendOutput>> {
  const file = stateFiles[which];
  const said = visibleText(redactText(written)).trim();
  if (said === '') {
    throw new ToolError('invalid_argument', 'Nothing readable is left of this text.', {
      hint: 'Write it in plain words.',
      details: [{ field: 'text', message: 'must not be empty' }],
    });
  }
  const who = [
    visibleText(caller.author).replace(/\s+/g, ' '),
    ...(session ? [`session ${session.id}`] : []),
    ...(typeof session?.task_id === 'number' ? [`task #${session.task_id}`] : []),
  ];
  // Every line of the text is indented, so that none of them can pass for the head of another entry.
  const body = said.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
  const entry = `[${now}] ${who.join(', ')}\n${body.join('\n')}\n`;
  await appendDurably(await resolveInside(root, file), entry);
  await store.events.record('state_file', which, 'appended', null, { text: said });
  return { file, appended_bytes: Buffer.byteLength(entry) };
}

export function appendedText({ file }: z.output<typeof appendOutput>): string {
  return `Added to ${file}.`;
}

/** Leaves room in the answer for the line about the next page. */
const pageBytes = 7_500;

/** A page of whole lines that ends at the cursor, or at the end of the file; the next page lies before it. */
export async function readFromEnd(
  root: string,
  which: StateFile,
  cursor: string | undefined,
): Promise<z.output<typeof readOutput>> {
  const file = stateFiles[which];
  const wanted = parseOffset(cursor);
  const handle = await openIfExists(root, file);
  if (!handle) return { text: '', next_cursor: null, total_bytes: 0, file };
  try {
    const { size } = await handle.stat();
    const end = Math.min(wanted ?? size, size);
    const from = Math.max(0, end - pageBytes);
    const bytes = await readRange(handle, from, end);
    const skip = from === 0 ? 0 : startOfPage(bytes);
    const start = from + skip;
    return {
      text: bytes.subarray(skip).toString('utf8'),
      next_cursor: start > 0 ? String(start) : null,
      total_bytes: size,
      file,
    };
  } finally {
    await handle.close();
  }
}

export function pageText({ text, next_cursor, file }: z.output<typeof readOutput>): string {
  if (text === '') return `${file} is empty.`;
  return next_cursor ? `${text}\nEarlier: cursor ${next_cursor}` : text;
}

/** After the first line end; in a line longer than the page, at least not inside a character. */
function startOfPage(bytes: Buffer): number {
  const lineEnd = bytes.indexOf(0x0a);
  if (lineEnd >= 0 && lineEnd + 1 < bytes.length) return lineEnd + 1;
  let start = 0;
  while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return start;
}

async function readRange(handle: FileHandle, from: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - from);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
    // Somebody shortened the file in between.
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function openIfExists(root: string, file: string): Promise<FileHandle | undefined> {
  try {
    return await openInside(root, file, 'read');
  } catch (thrown) {
    if (thrown instanceof UserError && errorCode(thrown.cause) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function parseOffset(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw new ToolError('invalid_argument', `"${cursor}" is not a cursor of this file.`, {
    details: [{ field: 'cursor', message: 'not from next_cursor' }],
    hint: 'Use next_cursor of the page before, or leave cursor out for the end of the file.',
  });
}
