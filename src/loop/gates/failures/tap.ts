import { type FoundFailures, failingTests, nothingFound, sumOf } from './failure-format.ts';

interface Level {
  readonly indent: number;
  readonly name: string;
}

/** TAP as node:test, vitest, mocha and others print it, with subtests told by their indentation. */
export function tap(lines: readonly string[]): FoundFailures {
  if (!lines.some((line) => /^(TAP version \d+|1\.\.\d+)$/.test(line))) return nothingFound;
  const names: string[] = [];
  let above: Level[] = [];
  for (const [at, line] of lines.entries()) {
    const subtest = /^( *)# Subtest: (.+)$/.exec(line);
    const point = /^( *)(not )?ok \d+(?: -)?(?: (.*))?$/.exec(line);
    const indent = (subtest ?? point)?.[1]?.length;
    if (indent === undefined) continue;
    const name = titleOf(subtest?.[2] ?? point?.[3] ?? '');
    const parents = above.filter((level) => level.indent < indent);
    const opensBlock = line.endsWith('{');
    if (subtest || opensBlock) above = [...parents, { indent, name }];
    if (!point?.[2] || opensBlock || /# (?:TODO|SKIP)\b/i.test(line)) continue;
    const about = detailsOf(lines, at);
    // A suite fails through what is in it, which is named itself.
    if (about.isSuite) continue;
    const path = [...parents.map((level) => level.name), name].join(' > ');
    names.push(about.file === undefined || about.file === name ? path : `${about.file} > ${path}`);
  }
  if (names.length === 0) return nothingFound;
  return failingTests(names, sumOf(lines, /^# fail\s+(\d+)$/));
}

function titleOf(raw: string): string {
  return raw
    .replace(/ # time=.*$/, '')
    .replace(/\\([\\#])/g, '$1')
    .trim();
}

/** What the YAML block after a test point says. */
function detailsOf(lines: readonly string[], at: number): { file?: string; isSuite: boolean } {
  if (!/^\s+---$/.test(lines[at + 1] ?? '')) return { isSuite: false };
  const ends = lines.findIndex((line, place) => place > at && /^\s+\.\.\.$/.test(line));
  const block = lines.slice(at + 2, ends === -1 ? at + 2 : ends);
  const file = block
    .map((line) => /^\s+location: '(.+?)(?::\d+){1,2}'$/.exec(line)?.[1])
    .find((found) => found !== undefined);
  const isSuite = block.some((line) => /^\s+type: 'suite'$/.test(line));
  return file === undefined ? { isSuite } : { file, isSuite };
}
