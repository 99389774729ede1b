import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import type { TextSources } from '../read-source.ts';

/** The text of a file that a person names, and what to call it in messages. */
export async function readImportFile(
  given: string,
  from: TextSources,
): Promise<{ readonly what: string; readonly text: string }> {
  if (given === '-') {
    const parts: Buffer[] = [];
    for await (const part of from.stdin()) parts.push(Buffer.from(part));
    return { what: 'standard input', text: Buffer.concat(parts).toString('utf8') };
  }
  const file = path.resolve(from.cwd, given);
  const text = await readTextIfExists(file);
  if (text !== undefined) return { what: given, text };
  throw new UserError(`There is no file ${file}.`, {
    hint: 'Name a prd.json, a Markdown task list or a project that was exported.',
    exitCode: 2,
  });
}
