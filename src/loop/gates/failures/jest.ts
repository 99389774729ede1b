import { type FoundFailures, failingTests, nothingFound, sumOf } from './failure-format.ts';

export function jest(lines: readonly string[]): FoundFailures {
  if (!lines.some((line) => /^Test Suites:\s+\d/.test(line))) return nothingFound;
  const tests: string[] = [];
  const suites: string[] = [];
  const files = new Set<string>();
  let file = '';
  for (const line of lines) {
    const header = /^\s*(FAIL|PASS)\s+(\S.*?)(?: \([\d.]+ m?s\))?$/.exec(line);
    if (header) {
      file = header[2] ?? '';
      if (header[1] === 'FAIL') files.add(file);
      continue;
    }
    const title = /^ {2}● (.+)$/.exec(line)?.[1];
    if (title === undefined || title === 'Console' || !files.has(file)) continue;
    if (title === 'Test suite failed to run') suites.push(`${file} (did not load)`);
    else tests.push(`${file} › ${title}`);
  }
  const named = failingTests(tests, sumOf(lines, /^Tests:\s+(\d+) failed/));
  const failedFiles = sumOf(lines, /^Test Suites:\s+(\d+) failed/);
  return {
    names: [...named.names, ...new Set(suites)],
    unnamed: named.unnamed + Math.max(0, failedFiles - files.size),
  };
}
