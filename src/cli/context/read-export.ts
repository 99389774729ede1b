import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import type { Invocation } from '../command.ts';

/** The text of an export: of a file, or of standard input when `-` is given. */
export async function readExport(
  given: string,
  { cwd, signal }: Pick<Invocation, 'cwd' | 'signal'>,
  hint = 'Name a file that `ralph context export --out FILE` wrote.',
): Promise<string> {
  if (given === '-') {
    const parts: Buffer[] = [];
    for await (const part of addAbortSignal(signal, process.stdin)) parts.push(Buffer.from(part));
    return Buffer.concat(parts).toString('utf8');
  }
  const file = path.resolve(cwd, given);
  const text = await readTextIfExists(file);
  if (text !== undefined) return text;
  throw new UserError(`There is no file ${file}.`, { hint, exitCode: 2 });
}
