import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampleRun } from '../testing/run-in.ts';
import { undoRun } from './undo-run.ts';

it('names what has changed since the run ended, of many the first', async () => {
  const run = await sampleRun({
    files: { 'b.txt': 'b\n' },
    turns: [
      { steps: [{ write: 'made.txt', text: 'one' }, { say: '<promise>COMPLETE</promise>' }] },
    ],
  });
  expect(await run.execute()).toMatchObject({ status: 'complete' });
  const write = (file: string) => writeFileSync(path.join(run.root, file), 'since');
  write('.ralph/own.txt');
  write('made.txt');
  rmSync(path.join(run.root, 'b.txt'));
  const changed = (names: readonly string[]) =>
    ['', ...names].join('\n  ').replace(/^/, `Files have changed since run ${run.id} ended:`);
  const refused = (names: readonly string[]) =>
    expect(undoRun(run.services, run.id)).rejects.toMatchObject({
      code: 'conflict',
      message: changed(names),
    });
  await refused(['b.txt', 'made.txt']);

  mkdirSync(path.join(run.root, 'new'));
  const many = Array.from({ length: 10 }, (_, place) => `new/${place}.txt`);
  for (const file of many) write(file);
  await refused(['b.txt', 'made.txt', ...many.slice(0, 8), 'and 2 more']);
});
