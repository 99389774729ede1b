import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

describe('move_task_to_feature', () => {
  it('moves tasks and leaves those that are there', async () => {
    const project = await open();
    await project.addTask();
    await project.addTask({ feature: 'roles' });
    const moved = { task_ids: [1, 2, 1], feature: 'roles' };
    expect(await project.answer('move_task_to_feature', moved)).toEqual({
      feature: 'roles',
      moved: [1],
      unchanged: [2],
    });
    expect(await project.events()).toMatchObject([
      { entity: 'task', entity_id: '1', action: 'moved', before: { feature: 'auth' } },
    ]);
  });

  it('moves all or none', async () => {
    const project = await open();
    await project.addTask();
    await project.addTask();
    await project.addFeatures('roles');
    const move = (task_ids: number[], feature = 'roles') => ({ task_ids, feature });
    const review = session({ recipe: 'opus_review' });
    expect(await project.refusal('move_task_to_feature', move([1, 9]))).toMatchObject({
      code: 'not_found',
      details: [{ field: 'task_ids', message: 'unknown: 9' }],
    });
    expect((await project.refusal('move_task_to_feature', move([1], 'role'))).code).toBe(
      'not_found',
    );
    await project.store(({ claims }) => claims.claim(2, 'ses_other', '2026-01-01T00:05:00.000Z'));
    const held = await project.refusal('move_task_to_feature', move([1, 2]), review);
    expect(held).toMatchObject({ code: 'conflict' });
    expect(held.message).toContain('1 task (#2)');
    project.clock.advance(5 * 60_000);
    const answer = await project.answer('move_task_to_feature', move([1, 2]), review);
    expect(answer.moved).toEqual([1, 2]);
  });
});
