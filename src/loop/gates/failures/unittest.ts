import { type FoundFailures, failingTests, nothingFound } from './failure-format.ts';

export function unittest(lines: readonly string[]): FoundFailures {
  const totals = lines.filter((line) => /^FAILED \(.*=\d+.*\)$/.test(line));
  if (totals.length === 0) return nothingFound;
  const names = lines.flatMap((line, at) =>
    /^={50,}$/.test(lines[at - 1] ?? '')
      ? (/^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/.exec(line)?.[1] ?? [])
      : [],
  );
  const counted = totals
    .flatMap((line) => [...line.matchAll(/(?:failures|errors|unexpected successes)=(\d+)/g)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
  return failingTests(names, counted);
}
