import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Limit,
  oursAtLeast,
  oursAtMost,
  ratioAtLeast,
  ratioAtMost,
  row,
  tableOf,
  verdictOf,
} from '../bench/frame/rows.mjs';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { readQueries } from '../src/catalog/bench/tools/read-tool-set.ts';
import { readRetrievalSet } from '../src/context/bench/read-set.ts';
import { repository } from './support/product-sources.ts';

const bench = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(repository, 'bench/run.mjs'), ...args], {
    encoding: 'utf8',
  });

describe('npm run bench', () => {
  it('names its suites, one for each file', () => {
    const { stdout, status } = bench('--list');
    expect(status).toBe(0);
    const listed = stdout.trim().split('\n');
    expect(listed.map((line) => line.split(' ')[0]).sort()).toEqual(
      readdirSync(path.join(repository, 'bench'))
        .filter((name) => name.endsWith('.mjs') && !/^(run|suites)\.mjs$/.test(name))
        .map((name) => name.replace('.mjs', ''))
        .sort(),
    );
    for (const line of listed) expect(line).toMatch(/^\w+ +\w+.*, against \w/);
  });

  it.each([
    [['gatway'], 'No suite is called "gatway". Did you mean "gateway"?'],
    [['--suite', 'startup,projct'], 'Did you mean "project"?'],
    [['--suite=nothing-like-it'], 'There are: startup, project, loop'],
    [['--ful'], 'There is no option --ful. Did you mean --full?'],
    [['--data'], '--data needs a value.'],
    [['--data', '--full'], '--data needs a value.'],
  ])('refuses %j and says what was meant', (args, said) => {
    const { stderr, stdout, status } = bench(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('a row', () => {
  const rowWith = (ours: number, baseline: number, limit?: Limit) =>
    row('x', ours, 'theirs', baseline, limit && { limit });

  it.each([
    [rowWith(3, 2), null],
    [rowWith(3, 2, ratioAtMost(1.5)), 'ok'],
    [rowWith(3, 2, ratioAtMost(1.4)), 'broken'],
    [rowWith(3, 2, ratioAtLeast(1.5)), 'ok'],
    [rowWith(3, 2, ratioAtLeast(1.6)), 'broken'],
    [rowWith(3, 2, oursAtMost(2.9)), 'broken'],
    [rowWith(3, 2, oursAtLeast(3)), 'ok'],
    [rowWith(0, 0, ratioAtMost(1)), 'ok'],
    [rowWith(Number.NaN, 2, ratioAtMost(9)), 'broken'],
    [rowWith(Number.NaN, 2, ratioAtLeast(0)), 'broken'],
  ] as const)('keeps its limit or not: %j', (each, verdict) => {
    expect(verdictOf(each)).toBe(verdict);
  });

  it('stands in the table with its baseline, ratio, limit and verdict', () => {
    const rows = [rowWith(3, 2, ratioAtMost(1.4)), rowWith(0.012, 1_234.5)];
    expect(
      tableOf([{ suite: 's', rows }])
        .replaceAll(/ +/g, ' ')
        .split('\n')
        .slice(2),
    ).toEqual([
      '| s | x | 3.00 | theirs | 2.00 | 1.50 | ratio <= 1.40 | broken |',
      '| s | x | 0.012 | theirs | 1235 | 0.0000097 | - | - |',
    ]);
  });
});

describe('the sets that are shipped', () => {
  it('hold memories and questions about them, each with an answer', async () => {
    const folder = path.join(repository, 'bench/sets/retrieval/notes');
    const haystacks = await readRetrievalSet(folder);
    for (const { documents, queries } of haystacks) {
      const ids = new Set(documents.map(({ id }) => id));
      expect([documents.length, queries.length]).toEqual([20, 12]);
      for (const { id, relevant } of queries)
        expect([id, [...relevant.keys()].filter((each) => !ids.has(each))]).toEqual([id, []]);
    }
  });

  it('ask for tools of Ralph that are there', async () => {
    const app = createApp({
      roots: [import.meta.dirname],
      env: {},
      logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
    });
    const known = new Set((await app.registry()).list().map(({ name }) => `ralph/${name}`));
    const queries = await readQueries(path.join(repository, 'bench/sets/tools/ralph'));
    const wanted = queries.flatMap(({ gold }) => gold.flat());
    expect(wanted.filter((id) => !known.has(id))).toEqual([]);
    expect(queries.length).toBeGreaterThan(40);
  });
});
