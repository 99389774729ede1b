import { stat } from 'node:fs/promises';
import { ToolError, UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import { resolveInside } from '../../base/paths.ts';
import type { Problem } from './problem.ts';

const largest = 1024 * 1024;

export type ProjectText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The text of a file in the repository, or the problem that keeps it from being read. */
export async function readProjectText(root: string, file: string): Promise<ProjectText> {
  try {
    const absolute = await resolveInside(root, file);
    const found = await stat(absolute).catch(() => undefined);
    if (found?.isDirectory()) {
      const message = `${file} is a folder, and a file is needed there.`;
      return problem(file, message, 'Move or rename the folder, and run ralph init.');
    }
    if (found && found.size > largest) {
      const message = `${file} has ${found.size} bytes; at most ${largest} are read.`;
      return problem(file, message, 'Shorten it, and move details into files that it names.');
    }
    const text = await readTextIfExists(absolute);
    return text === undefined ? { kind: 'missing' } : { kind: 'text', text };
  } catch (thrown) {
    if (thrown instanceof UserError || thrown instanceof ToolError) {
      return problem(file, thrown.message, thrown.hint);
    }
    throw thrown;
  }
}

function problem(file: string, message: string, fix: string): ProjectText {
  return {
    kind: 'problem',
    problem: { severity: 'error', code: 'unreadable_file', file, message, fix },
  };
}

/** `ralph init` only brings back the files of the scaffold, under their own names. */
export function missingFile(
  what: string,
  file: string,
  standard: string,
  setting: string,
): Problem {
  return {
    severity: 'error',
    code: 'missing_file',
    file,
    message: `The ${what} ${file} is missing.`,
    fix:
      file === standard
        ? `Run ralph init, or name another file as ${setting}.`
        : `Create it, or name another file (${setting}).`,
  };
}
