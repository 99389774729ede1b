import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../base/errors.ts';
import { UsageError } from './usage-error.ts';

export interface TextSources {
  readonly cwd: string;
  stdin(): AsyncIterable<Buffer | string>;
}

/** The text of an option: the value itself, `@file`, or `-` for standard input. */
export async function readSource(
  option: string,
  given: string,
  from: TextSources,
): Promise<{ readonly text: string; readonly where: string }> {
  if (given === '-') {
    const parts: Buffer[] = [];
    for await (const part of from.stdin()) parts.push(Buffer.from(part));
    return { text: Buffer.concat(parts).toString('utf8'), where: 'on standard input' };
  }
  if (!given.startsWith('@')) return { text: given, where: `of --${option}` };
  const file = path.resolve(from.cwd, given.slice(1));
  try {
    const text = await readFile(file, 'utf8');
    // Editors on Windows begin a file with a byte order mark, which JSON does not allow.
    return { text: text.replace(/^\uFEFF/, ''), where: `in ${file}` };
  } catch (thrown) {
    throw new UsageError(`The file of --${option} could not be read: ${errorMessage(thrown)}.`, {
      hint: 'Write @ and the path of a file that exists, the text itself, or - for standard input.',
    });
  }
}
