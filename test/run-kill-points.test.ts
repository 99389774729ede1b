import { expect, it } from 'vitest';
import { killAndResume, outcomeOf, storiesProject } from './support/kill-points.ts';

it('a run that is killed at any point ends, resumed, as if nothing had happened', async () => {
  const undisturbed = storiesProject(2);
  const startedAt = performance.now();
  expect(await undisturbed.ralph('run', '--ui', 'plain')).toMatchObject({ code: 0 });
  const lasts = performance.now() - startedAt;
  const expected = await outcomeOf(undisturbed);
  // One in the first half and one near the end; the slow suite has 200 of them.
  for (const part of [0.4, 0.8]) {
    const project = storiesProject(2);
    const killing = { afterMs: lasts * part, victim: 'ralph', args: [] } as const;
    expect(await killAndResume(project, killing), `killed at ${part}`).toBe(0);
    expect(await outcomeOf(project), `killed at ${part}`).toEqual(expected);
  }
}, 120_000);
