import { type FoundFailures, failingTests, nothingFound, picked, sumOf } from './failure-format.ts';

export function vitest(lines: readonly string[]): FoundFailures {
  if (!lines.some((line) => /^\s*Test Files\s+\d/.test(line))) return nothingFound;
  const printed = picked(lines, /^\s*FAIL\s+(\S.*)$/).map((name) =>
    // A file that did not load is printed as ` name [ path ]`.
    name.replace(/ \[ .+ \]$/, ' (did not load)'),
  );
  const tests = failingTests(
    printed,
    sumOf(lines, /^\s*Tests\s+(\d+) failed/) + sumOf(lines, /Failed Suites (\d+)/),
  );
  const errors = failingTests(
    picked(lines, /^This error originated in "(.+?)" test file/).map(
      (file) => `${file} (unhandled error)`,
    ),
    sumOf(lines, /^\s*Errors\s+(\d+) error/),
  );
  return {
    names: [...tests.names, ...errors.names],
    unnamed: tests.unnamed + errors.unnamed,
  };
}
