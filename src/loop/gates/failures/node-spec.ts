import { type FoundFailures, failingTests, nothingFound, sumOf } from './failure-format.ts';

/** The `spec` reporter of node:test: a tree with the suites, then a list of failing tests with their files. */
export function nodeSpec(lines: readonly string[]): FoundFailures {
  const list = lines.indexOf('✖ failing tests:');
  if (list === -1) return nothingFound;
  const { leaves, parents } = readTree(lines.slice(0, list));
  const printed: string[] = [];
  let file = '';
  for (const line of lines.slice(list + 1)) {
    file = /^test at (.+?)(?::\d+){1,2}$/.exec(line)?.[1] ?? file;
    const title = /^✖ (.+) \([\d.]+ms\)$/.exec(line)?.[1];
    if (title === undefined) continue;
    // Both follow the order in which the tests ended.
    const place = leaves.findIndex((path) => path.at(-1) === title);
    const [path = [title]] = place === -1 ? [] : leaves.splice(place, 1);
    printed.push(title === file ? file : [file, ...path].join(' > '));
  }
  const counted = sumOf(lines, /^ℹ fail (\d+)$/);
  // Tests that failed by a subtest are counted, as suites are not, and neither is in the list.
  return failingTests(printed, Math.max(Math.min(printed.length, counted), counted - parents));
}

function readTree(lines: readonly string[]): { leaves: string[][]; parents: number } {
  const leaves: string[][] = [];
  let parents = 0;
  let above: { indent: number; title: string }[] = [];
  for (const line of lines) {
    const [, space = '', mark, title = ''] =
      /^( *)([▶✖]) (.+?)(?: \([\d.]+ms\))?$/.exec(line) ?? [];
    if (mark === undefined) continue;
    const closes = above.some((open) => open.indent === space.length && open.title === title);
    above = above.filter((open) => open.indent < space.length);
    if (mark === '▶') above.push({ indent: space.length, title });
    else if (closes) parents++;
    else leaves.push([...above.map((open) => open.title), title]);
  }
  return { leaves, parents };
}
