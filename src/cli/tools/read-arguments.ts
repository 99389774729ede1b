import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import { UsageError } from '../usage-error.ts';

export interface ArgumentSources {
  readonly cwd: string;
  stdin(): AsyncIterable<Buffer | string>;
}

/** A tool's input as given on the command line: JSON itself, `@file`, or `-` for standard input. */
export async function readToolArguments(given: string, from: ArgumentSources): Promise<unknown> {
  const { text, where } = await readSource(given, from);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new UsageError(`The arguments ${where} are not JSON: ${errorMessage(thrown)}.`, {
      hint: `Write one JSON object, quoted for the shell: --json '{"field":"value"}'.`,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The arguments ${where} are JSON, but not an object.`, {
      hint: `A tool takes named fields: --json '{"field":"value"}'. "ralph tool show NAME" lists them.`,
    });
  }
  return value;
}

async function readSource(
  given: string,
  from: ArgumentSources,
): Promise<{ text: string; where: string }> {
  if (given === '-') {
    const parts: Buffer[] = [];
    for await (const part of from.stdin()) parts.push(Buffer.from(part));
    return { text: Buffer.concat(parts).toString('utf8'), where: 'on standard input' };
  }
  if (!given.startsWith('@')) return { text: given, where: 'of --json' };
  const file = path.resolve(from.cwd, given.slice(1));
  try {
    const text = await readFile(file, 'utf8');
    // Editors on Windows begin a file with a byte order mark, which JSON does not allow.
    return { text: text.replace(/^\uFEFF/, ''), where: `in ${file}` };
  } catch (thrown) {
    throw new UsageError(`The file of --json could not be read: ${errorMessage(thrown)}.`, {
      hint: 'Write @ and the path of a file that exists, the JSON itself, or - for standard input.',
    });
  }
}
