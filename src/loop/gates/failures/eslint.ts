import { type FoundFailures, failingPlaces, nothingFound, sumOf } from './failure-format.ts';

const totals = /^✖ \d+ problems? \((\d+) errors?,/;

/** ESLint's usual output: a file, then its problems indented. Warnings do not make it fail. */
export function eslint(lines: readonly string[]): FoundFailures {
  if (!lines.some((line) => totals.test(line))) return nothingFound;
  const printed: string[] = [];
  let file = '';
  for (const line of lines) {
    if (/^\S.*\.\w+$/.test(line)) file = line;
    const problem = /^\s+\d+:\d+\s+error\s+(.+?)(?:\s{2,}(\S+))?$/.exec(line);
    if (problem) printed.push([`${file}:`, problem[1], problem[2] ?? ''].join(' ').trim());
  }
  return failingPlaces(printed, sumOf(lines, totals));
}
