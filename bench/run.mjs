// `npm run bench [-- SUITE…]`: each suite answers with rows that compare us with a named baseline in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, usage } from './frame/command-line.mjs';
import { tableOf, verdictOf } from './frame/rows.mjs';
import { suites } from './suites.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const asked = readCommandLine(process.argv.slice(2), Object.keys(suites));
if (asked.problem !== undefined) {
  console.error(`${asked.problem}\nnpm run bench -- --help says more.`);
  process.exitCode = 2;
} else if (asked.help) {
  console.log(usage);
} else if (asked.list) {
  for (const [name, { about }] of Object.entries(suites))
    console.log(`${name.padEnd(10)} ${about}`);
} else {
  process.exitCode = await runSuites(asked);
}

async function runSuites(asked) {
  const folder = path.join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = {
    node: process.version,
    platform: process.platform,
    cores: os.availableParallelism(),
  };
  const results = [];
  const failures = [];
  for (const suite of asked.suites) {
    console.error(`${suite}: ${suites[suite].about} …`);
    const started = performance.now();
    try {
      const { run } = await suites[suite].load();
      const rows = await run({ root, ...asked });
      const seconds = Math.round((performance.now() - started) / 1000);
      results.push({ suite, rows });
      const judged = rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
      writeFileSync(
        path.join(folder, `${suite}.json`),
        `${JSON.stringify({ suite, machine, seconds, rows: judged }, null, 2)}\n`,
      );
      console.error(`${suite}: ${rows.length} rows in ${seconds} s`);
    } catch (error) {
      // One suite that cannot run says nothing about the others.
      failures.push(`${suite} failed: ${error instanceof Error ? error.message : error}`);
      console.error(error);
    }
  }
  const table = tableOf(results);
  writeFileSync(path.join(folder, 'table.md'), `${table}\n`);
  console.log(`\n${table}\n`);
  const broken = results.flatMap(({ suite, rows }) =>
    rows.filter((row) => verdictOf(row) === 'broken').map((row) => `${suite}: ${row.name}`),
  );
  for (const name of broken) console.log(`limit broken: ${name}`);
  for (const failure of failures) console.log(failure);
  if (broken.length + failures.length === 0) console.log('Every limit is kept.');
  return broken.length + failures.length === 0 ? 0 : 1;
}
