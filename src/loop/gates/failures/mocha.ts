import { type FoundFailures, failingTests, nothingFound, sumOf } from './failure-format.ts';

const summary = /^\s+(\d+) failing$/;
/** Titles of suites and of the test, one per line; what comes later is the error. */
const mostTitles = 20;

export function mocha(lines: readonly string[]): FoundFailures {
  const first = lines.findIndex((line) => summary.test(line));
  if (first === -1) return nothingFound;
  const names: string[] = [];
  let expected = 1;
  for (let at = first; at < lines.length; at++) {
    if (summary.test(lines[at] ?? '')) expected = 1;
    // Only the next number counts: an error message may hold a list of its own.
    const start = new RegExp(`^ {2}${expected}\\) (.+)$`).exec(lines[at] ?? '')?.[1];
    if (start === undefined) continue;
    const titles = [start, ...lines.slice(at + 1, at + mostTitles)];
    const last = titles.findIndex((title) => /:\s*$/.test(title));
    if (last === -1) continue;
    names.push(
      titles
        .slice(0, last + 1)
        .map((title) => title.trim())
        .join(' > ')
        .replace(/:$/, ''),
    );
    expected++;
  }
  return failingTests(names, sumOf(lines, summary));
}
