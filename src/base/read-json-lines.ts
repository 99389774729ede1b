import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from './errors.ts';
import { fileError } from './file-errors.ts';
import { jsonOrNothing } from './json.ts';

/** A file of one JSON object a line; empty lines are passed over, a wrong one is refused with its place. */
export async function readJsonLines<Line>(
  file: string,
  schema: z.ZodType<Line>,
  hint: string,
): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw fileError(thrown, 'read', file);
  });
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(jsonOrNothing(line));
    if (parsed.success) return [parsed.data];
    const problem = z.prettifyError(parsed.error);
    throw new UserError(`Line ${index + 1} of ${file} is not what it should be: ${problem}`, {
      hint,
    });
  });
}
