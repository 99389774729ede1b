// `npm run bench [-- SUITE…]`: each suite returns rows that compare us with a named baseline in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const suites = {
  startup: () => import('./startup.mjs'),
  project: () => import('./project.mjs'),
  loop: () => import('./loop.mjs'),
};

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'));
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(
    `No suite is called ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`,
  );
  process.exit(2);
}

for (const name of wanted.length > 0 ? wanted : Object.keys(suites)) {
  const { run } = await suites[name]();
  const rows = await run({ root, flags });
  const results = path.join(root, 'bench/results');
  mkdirSync(results, { recursive: true });
  const machine = {
    node: process.version,
    platform: process.platform,
    cores: os.availableParallelism(),
  };
  writeFileSync(
    path.join(results, `${name}.json`),
    `${JSON.stringify({ suite: name, machine, rows }, null, 2)}\n`,
  );
  console.log(`\n${name}`);
  for (const row of rows) {
    const verdict =
      row.limit === undefined
        ? ''
        : row.ratio <= row.limit
          ? ` (limit ${row.limit}: ok)`
          : ` (limit ${row.limit}: OVER)`;
    const ceiling =
      row.our_limit === undefined
        ? ''
        : ` (at most ${row.our_limit}: ${row.our_value < row.our_limit ? 'ok' : 'OVER'})`;
    console.log(`  ${row.name}`);
    console.log(
      `    ours ${shown(row.our_value)}${ceiling}, ${row.baseline} ${shown(row.baseline_value)}: ratio ${shown(row.ratio)}${verdict}`,
    );
    if (row.minima)
      console.log(`    minima ${row.minima.ours.toFixed(1)} and ${row.minima.baseline.toFixed(1)}`);
    if (row.detail) console.log(`    ${JSON.stringify(row.detail)}`);
  }
}

function shown(value) {
  if (value < 0.1) return value.toPrecision(1);
  return value.toFixed(value < 10 ? 2 : 1);
}
