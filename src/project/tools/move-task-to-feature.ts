import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { taskId } from '../fields.ts';
import { isHeldByAnother, refuseHeld } from '../rules/claim.ts';

export const moveTaskToFeature = defineProjectTool({
  name: 'move_task_to_feature',
  title: 'Move tasks to feature',
  description:
    'Puts tasks under another feature, all or none. Refused for tasks another session works on.',
  category: 'feature',
  effect: 'update',
  input: z.strictObject({ task_ids: z.array(taskId).min(1).max(100), feature: knownName }),
  output: z.strictObject({
    feature: z.string(),
    moved: z.array(z.int()),
    unchanged: z.array(z.int()),
  }),
  async handler({ task_ids, feature }, { store, session, now }) {
    await store.features.get(feature);
    const ids = [...new Set(task_ids)];
    const known = new Set((await store.tasks.refs(ids)).map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) throw unknownTasks(missing);
    const tasks = await Promise.all(ids.map((id) => store.tasks.get(id)));
    const elsewhere = tasks.filter((task) => task.feature !== feature);
    refuseHeld(elsewhere.filter((task) => isHeldByAnother(task, session, now)));
    for (const { id } of elsewhere) await store.tasks.change(id, { feature }, 'moved');
    return {
      feature,
      moved: elsewhere.map(({ id }) => id),
      unchanged: tasks.filter((task) => task.feature === feature).map(({ id }) => id),
    };
  },
  render: ({ feature, moved, unchanged }) =>
    [
      `Moved to ${feature}: ${moved.length > 0 ? moved.map((id) => `#${id}`).join(', ') : 'none'}.`,
      ...(unchanged.length > 0
        ? [`There already: ${unchanged.map((id) => `#${id}`).join(', ')}.`]
        : []),
    ].join(' '),
});

function unknownTasks(ids: readonly number[]): ToolError {
  const list = ids.map((id) => `#${id}`).join(', ');
  return new ToolError('not_found', `There is no task ${list}.`, {
    hint: 'Use ids from a task list. Nothing was moved.',
    details: ids.map((id) => ({ field: 'task_ids', message: `unknown: ${id}` })),
  });
}
