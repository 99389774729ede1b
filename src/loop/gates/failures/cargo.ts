import { type FoundFailures, failingTests } from './failure-format.ts';

/** `cargo test` and `cargo nextest run`. */
export function cargo(lines: readonly string[]): FoundFailures {
  const printed: string[] = [];
  let target = '';
  let list: string[] | undefined;
  let counted = 0;
  for (const line of lines) {
    const running = /^\s+Running (?:unittests )?(\S+) \(.+\)$/.exec(line)?.[1];
    const documented = /^\s+Doc-tests (\S+)$/.exec(line)?.[1];
    target = running ?? (documented === undefined ? target : `${documented} documentation`);
    if (line === 'failures:') list = [];
    else if (/^ {4}\S/.test(line)) list?.push(line.trim());
    else if (line !== '' && !line.startsWith('test result:')) list = undefined;

    const failed = /^test result: FAILED\. \d+ passed; (\d+) failed;/.exec(line)?.[1];
    if (failed !== undefined) {
      counted += Number(failed);
      // The place of a documentation test moves with the lines above it.
      for (const name of list ?? [])
        printed.push(`${target} ${name.replace(/ \(line \d+\)$/, '')}`);
    }
    const next = /^\s+(?:FAIL|ABORT|SIG[A-Z]+|TIMEOUT) \[\s*[\d.]+s\] (?:\(\s*\d+\/\d+\) )?(.+)$/;
    const nextest = next.exec(line)?.[1];
    if (nextest !== undefined) printed.push(nextest);
    counted += Number(/^\s+Summary \[.*\b(\d+) failed/.exec(line)?.[1] ?? 0);
  }
  return failingTests(printed, counted);
}
