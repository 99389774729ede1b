import { type FoundFailures, failingTests, nothingFound, picked, sumOf } from './failure-format.ts';

const totals = /^\d+ examples?, (\d+) failures?/;

export function rspec(lines: readonly string[]): FoundFailures {
  if (!lines.some((line) => totals.test(line))) return nothingFound;
  const printed = lines.flatMap((line) => {
    const entry = /^rspec '?(?:\.\/)?(.+?)(?::\d+|\[[\d:]+\])'? # (.+)$/.exec(line);
    return entry ? `${entry[1]} # ${entry[2]}` : [];
  });
  const broken = picked(lines, /^An error occurred while loading (?:\.\/)?(.+?)\.$/).map(
    (file) => `${file} (did not load)`,
  );
  const tests = failingTests(printed, sumOf(lines, totals));
  const files = failingTests(broken, sumOf(lines, /(\d+) errors? occurred outside of examples/));
  return {
    names: [...tests.names, ...files.names],
    unnamed: tests.unnamed + files.unnamed,
  };
}
