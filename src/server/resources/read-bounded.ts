import type { FileHandle } from 'node:fs/promises';
import { ToolError, UserError } from '../../base/errors.ts';
import { errorCode } from '../../base/file-errors.ts';
import { openInside } from '../../base/open-inside.ts';
import type { ResourceContent } from '../resource.ts';

/** More than this is more than any model is shown at once. */
export const mostBytes = 262_144;

/** A text file of the repository, cut to size at a line, with what was cut named beside it. */
export async function readBounded(options: {
  readonly root: string;
  readonly file: string;
  readonly keep: 'start' | 'end';
  readonly uri: string;
  /** The file comes into being with the first entry, so that a missing one says nothing yet. */
  readonly emptyIfMissing?: boolean;
}): Promise<ResourceContent> {
  const handle = await openOrExplain(options);
  if (!handle) return { text: '', meta: { file: options.file } };
  try {
    const { size } = await handle.stat();
    const text = await readPart(handle, size, options.keep);
    if (size <= mostBytes) return { text, meta: { file: options.file } };
    return {
      text,
      // A part of a JSON or Markdown document is neither.
      mimeType: 'text/plain',
      meta: { file: options.file, size, truncated: true, kept: options.keep },
    };
  } finally {
    await handle.close();
  }
}

async function readPart(handle: FileHandle, size: number, keep: 'start' | 'end'): Promise<string> {
  const length = Math.min(size, mostBytes);
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, keep === 'end' ? size - length : 0);
  const text = buffer.subarray(0, bytesRead).toString('utf8');
  if (size <= mostBytes) return text;
  // Whole lines only, which also keeps a character from being cut in two.
  if (keep === 'end') return text.slice(text.indexOf('\n') + 1);
  const lastLine = text.lastIndexOf('\n');
  return lastLine === -1 ? text : text.slice(0, lastLine + 1);
}

async function openOrExplain(options: {
  readonly root: string;
  readonly file: string;
  readonly uri: string;
  readonly emptyIfMissing?: boolean;
}): Promise<FileHandle | undefined> {
  try {
    return await openInside(options.root, options.file, 'read');
  } catch (thrown) {
    const missing = thrown instanceof UserError && errorCode(thrown.cause) === 'ENOENT';
    if (!missing) throw thrown;
    if (options.emptyIfMissing) return undefined;
    throw new ToolError(
      'not_found',
      `${options.uri} is not there yet: ${options.file} does not exist in this repository.`,
      {
        hint: 'Run `ralph init` (or call ralph_init) to create the files of the loop.',
        cause: thrown,
      },
    );
  }
}
