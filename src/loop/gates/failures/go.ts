import { type FoundFailures, nothingFound } from './failure-format.ts';

/** `go test`: a package's tests are printed before the line that names the package. */
export function go(lines: readonly string[]): FoundFailures {
  const names = new Set<string>();
  let tests: string[] = [];
  let unnamed = 0;
  let sawPackage = false;
  for (const line of lines) {
    const test = /^\s*--- FAIL: (\S+) \([\d.]+s\)$/.exec(line)?.[1];
    if (test !== undefined) tests.push(test);
    const ended = /^(ok|FAIL|\?)\s+(\S+)(?:\s+(.+))?$/.exec(line);
    const [, verdict, name, rest = ''] = ended ?? [];
    if (!/^(?:[\d.]+s|\(cached\)|\[.+\])/.test(rest)) continue;
    sawPackage = true;
    if (verdict === 'FAIL') {
      if (rest.startsWith('[')) names.add(`${name} ${rest}`);
      // It crashed, ran out of time or exited: nobody knows in which test.
      else if (tests.length === 0) unnamed++;
      for (const failed of tests) names.add(`${name} ${failed}`);
    }
    tests = [];
  }
  return sawPackage ? { names: [...names], unnamed } : nothingFound;
}
