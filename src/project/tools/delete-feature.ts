import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { mostLearnings } from '../rules/learnings.ts';
import { featuresNamed, namesShown, tasksNamed } from '../rules/references.ts';

export const deleteFeature = defineProjectTool({
  name: 'delete_feature',
  title: 'Delete feature',
  description: 'Removes a feature and its learnings. Refused while a task or feature refers to it.',
  category: 'feature',
  effect: 'delete',
  input: z.strictObject({ name: knownName }),
  output: z.strictObject({ name: z.string(), deleted: z.literal(true) }),
  async handler({ name }, { store }) {
    await store.features.get(name);
    const counts = Object.values(await store.features.taskCounts(name));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const tasks = await store.tasks.list({ feature: name }, 0, namesShown);
    const dependents = await store.features.dependents(name);
    if (total > 0 || dependents.length > 0) {
      const inTheWay = [
        ...(total > 0 ? [tasksNamed(total, tasks)] : []),
        ...(dependents.length > 0 ? [featuresNamed(dependents)] : []),
      ];
      throw new ToolError(
        'conflict',
        `Feature "${name}" cannot be deleted: it is used by ${inTheWay.join(' and ')}.`,
        {
          hint: 'Move its tasks to another feature or merge the two, and take it out of the dependencies of others.',
          details: inTheWay.map((message) => ({ field: 'name', message })),
        },
      );
    }
    // One by one, so that each leaves an event from which it can be restored.
    for (const { id } of await store.learnings.of(name, mostLearnings)) {
      await store.learnings.remove(id);
    }
    await store.features.remove(name);
    return { name, deleted: true as const };
  },
  render: ({ name }) => `Deleted ${name}.`,
});
