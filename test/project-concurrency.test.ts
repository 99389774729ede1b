import { expect, it } from 'vitest';
import { expectAllThere, prepareLoad } from './support/project-load.ts';
import { claimTogether, createTogether } from './support/project-writers.ts';
import { scenario } from './support/scenario.ts';

// The same at full size, and with processes that are killed, is in test/slow.
it('two processes lose no task, and two more take each of them once', async () => {
  const project = await scenario();
  await prepareLoad(project);
  const answered = await createTogether(project.root, 2, 25);
  expect(answered.size).toBe(50);
  await expectAllThere(project, answered);
  const claimed = await claimTogether(project.root, 2, 25);
  expect(new Set(claimed)).toEqual(new Set(answered.keys()));
  expect(await project.store(({ claims }) => claims.next())).toBeUndefined();
});
