import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { workerProcesses } from '../../src/storage/testing/worker-processes.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const start = workerProcesses();

it('a lease never has two holders: 8 processes race for it 800 times', async () => {
  const folder = scratchFolder();
  const [file, log] = [path.join(folder, 'notes.db'), path.join(folder, 'log')];
  writeFileSync(log, '');
  const racers = Array.from({ length: 8 }, () => start('race', file, log, '100'));
  await Promise.all(racers.map((racer) => racer.done()));
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const tokens = Array.from({ length: 800 }, (_, index) => index + 1);
  expect(lines).toEqual(tokens.flatMap((token) => [`in ${token}`, `out ${token}`]));
});
