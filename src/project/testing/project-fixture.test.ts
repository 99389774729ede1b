import { expect, it } from 'vitest';
import { listTasks } from '../tools/list-tasks.ts';
import { projectFixture, session } from './project-fixture.ts';

it('calls tools on a real database and tells answers from refusals', async () => {
  const project = await projectFixture([listTasks]);
  const first = await project.addTask({ title: 'First' });
  const second = await project.addTask({ title: 'Second' }, [first.id]);
  expect(second.depends_on).toEqual([first.id]);
  expect(await project.answer('list_tasks', {}, session({ task_id: 1 }))).toMatchObject({
    tasks: [{ title: 'First' }, { title: 'Second' }],
  });
  expect((await project.refusal('list_tasks', { colour: 'red' })).code).toBe('invalid_argument');
  await expect(project.answer('list_tasks', { limit: 0 })).rejects.toThrow('was refused');
  await expect(project.refusal('list_tasks')).rejects.toThrow('was not refused');
  expect(await project.events()).toEqual([]);
});
