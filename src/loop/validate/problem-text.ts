import type { Problem } from './problem.ts';

/** One problem for a reader: what, where, and the way out of it. */
export function problemText(problem: Problem): string {
  return `${problem.severity}: ${problemPlace(problem)}${problem.message}\n  Fix: ${problem.fix}`;
}

/** `file:line: `, or nothing; a message that names its file itself needs no line before it. */
export function problemPlace({ file, line }: Problem): string {
  return file === undefined || line === undefined ? '' : `${file}:${line}: `;
}
