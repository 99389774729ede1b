import { type FoundFailures, failingTests, nothingFound, picked, sumOf } from './failure-format.ts';

export function dotnet(lines: readonly string[]): FoundFailures {
  const counted =
    sumOf(lines, /^Failed!\s+- Failed:\s+(\d+),/) + sumOf(lines, /^\s+Failed:\s+(\d+)$/);
  if (counted === 0) return nothingFound;
  return failingTests(picked(lines, /^\s+Failed (.+?) \[[^\]]*\d+ (?:ms|s|m)\]$/), counted);
}
