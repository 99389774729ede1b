import { expect, it } from 'vitest';
import {
  killAndResume,
  outcomeOf,
  seeded,
  storiesProject,
  tasksProject,
  type Victim,
} from '../support/kill-points.ts';
import type { RunProject } from '../support/run-project.ts';

const atOnce = 2;

async function killPoints(given: {
  readonly count: number;
  readonly seed: number;
  readonly args: readonly string[];
  victim(at: number): Victim;
  make(): RunProject | Promise<RunProject>;
}): Promise<void> {
  const { count, seed, args, victim, make } = given;
  const undisturbed = await make();
  const startedAt = performance.now();
  expect(await undisturbed.ralph('run', ...args, '--ui', 'plain')).toMatchObject({ code: 0 });
  const lasts = performance.now() - startedAt;
  const { accepted, ...expected } = { accepted: [], ...(await outcomeOf(undisturbed)) };
  const random = seeded(seed);
  const points = Array.from({ length: count }, (_, at) => ({
    afterMs: lasts * (0.05 + random()),
    victim: victim(at),
  }));
  const next = points.entries();
  const worker = async () => {
    for (const [at, point] of next) {
      const project = await make();
      const code = await killAndResume(project, { ...point, args });
      const where = `point ${at} of seed ${seed}, ${point.victim} after ${Math.round(point.afterMs)} ms`;
      const outcome = await outcomeOf(project);
      // A run that fails with its git has ended once before it is resumed.
      const alike = point.victim === 'git' ? { ...expected, ended: expect.any(Number) } : expected;
      expect({ code, ...outcome }, where).toMatchObject({ code: 0, ...alike });
      if (point.victim === 'ralph') expect(outcome, where).toMatchObject({ accepted });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

it(
  '180 kill points in a run on six stories end as if nothing had happened',
  () =>
    killPoints({
      count: 180,
      seed: 1,
      args: [],
      victim: (at) => (at % 5 === 4 ? 'agent' : at % 9 === 8 ? 'git' : 'ralph'),
      make: () => storiesProject(),
    }),
  1_800_000,
);

it(
  '20 kill points in a run on six tasks end as if nothing had happened',
  () =>
    killPoints({
      count: 20,
      seed: 2,
      args: ['--tasks'],
      victim: () => 'ralph',
      make: tasksProject,
    }),
  1_800_000,
);
