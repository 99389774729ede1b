import { type FoundFailures, failingTests, nothingFound } from './failure-format.ts';

export function phpunit(lines: readonly string[]): FoundFailures {
  const totals = lines.filter((line) => /^Tests: \d+, Assertions: \d+.*\.$/.test(line));
  if (totals.length === 0) return nothingFound;
  const names: string[] = [];
  let counts = false;
  for (const line of lines) {
    const section = /^There (?:was|were) \d+ (.+):$/.exec(line)?.[1];
    // Warnings, risky and incomplete tests are listed in the same form.
    if (section !== undefined) counts = /^(?:error|failure)s?$/.test(section);
    const entry = /^\d+\) (\S+::\w+)(?: with data set (#\d+|".*?"))?/.exec(line);
    if (counts && entry) names.push(entry[2] ? `${entry[1]} ${entry[2]}` : (entry[1] ?? ''));
  }
  const counted = totals
    .flatMap((line) => [...line.matchAll(/\b(?:Errors|Failures): (\d+)/g)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
  return failingTests(names, counted);
}
