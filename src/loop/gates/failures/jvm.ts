import { type FoundFailures, failingTests, nothingFound, picked, sumOf } from './failure-format.ts';

/** Surefire marks each failing test; the line of the class, which counts its tests, bears the mark too. */
export function maven(lines: readonly string[]): FoundFailures {
  const totals = lines.filter((line) => /^\[ERROR\] Tests run: \d+,(?!.*Time elapsed)/.test(line));
  const names = picked(
    lines.filter((line) => !/Tests run:/.test(line)),
    /^(?:\[ERROR\] )?\s*(\S.*?)\s+(?:-- )?Time elapsed: .*<<< (?:FAILURE|ERROR)!$/,
  );
  const broken = lines.flatMap((line) => {
    const place = /^\[ERROR\] (\S+\.(?:java|kt|scala|groovy)):\[\d+,\d+\] (.+)$/.exec(line);
    return place ? `${place[1]}: ${place[2]}` : [];
  });
  if (totals.length === 0 && broken.length === 0) return nothingFound;
  const counted = sumOf(totals, /Failures: (\d+)/) + sumOf(totals, /Errors: (\d+)/);
  const tests = failingTests(names, counted);
  return { names: [...tests.names, ...new Set(broken)], unnamed: tests.unnamed };
}

export function gradle(lines: readonly string[]): FoundFailures {
  const counted = sumOf(lines, /^\d+ tests? completed, (\d+) failed/);
  if (counted === 0) return nothingFound;
  return failingTests(picked(lines, /^(\S.* > .+) FAILED$/), counted);
}
