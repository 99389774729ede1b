import { expect, it } from 'vitest';
import { expectAllThere, prepareLoad } from '../support/project-load.ts';
import { claimTogether, createTogether, killInTheMiddle } from '../support/project-writers.ts';
import { scenario } from '../support/scenario.ts';

it('eight processes that create 250 tasks each lose none, and eight more claim 400 of them once each', async () => {
  const project = await scenario();
  await prepareLoad(project);
  const answered = await createTogether(project.root, 8, 250);
  expect(answered.size).toBe(2_000);
  expect(new Set(answered.values()).size).toBe(2_000);
  await expectAllThere(project, answered);
  const claimed = await claimTogether(project.root, 8, 50);
  expect(claimed).toHaveLength(400);
  expect(new Set(claimed).size).toBe(400);
  for (const id of claimed) expect(answered.has(id)).toBe(true);
  await expectAllThere(project, answered);
});

it('processes killed in the middle of writing lose nothing they had answered for', async () => {
  const project = await scenario();
  await prepareLoad(project);
  for (let round = 0; round < 3; round++) {
    const answered = await killInTheMiddle(project.root, 4, 200);
    expect(answered.size).toBeGreaterThanOrEqual(200);
    await expectAllThere(project, answered);
  }
  const after = await createTogether(project.root, 2, 10);
  await expectAllThere(project, after);
});
