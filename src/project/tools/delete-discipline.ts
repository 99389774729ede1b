import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { namesShown, tasksNamed } from '../rules/references.ts';

export const deleteDiscipline = defineProjectTool({
  name: 'delete_discipline',
  title: 'Delete discipline',
  description: 'Removes a discipline. Refused while a task refers to it.',
  category: 'discipline',
  effect: 'delete',
  input: z.strictObject({ name: knownName }),
  output: z.strictObject({ name: z.string(), deleted: z.literal(true) }),
  async handler({ name }, { store }) {
    await store.disciplines.get(name);
    const total = await store.disciplines.taskCount(name);
    if (total > 0) {
      const tasks = await store.tasks.list({ discipline: name }, 0, namesShown);
      const inTheWay = tasksNamed(total, tasks);
      throw new ToolError(
        'conflict',
        `Discipline "${name}" cannot be deleted: it is used by ${inTheWay}.`,
        {
          hint: 'Change the discipline instead: a task keeps the one it was made with.',
          details: [{ field: 'name', message: inTheWay }],
        },
      );
    }
    await store.disciplines.remove(name);
    return { name, deleted: true as const };
  },
  render: ({ name }) => `Deleted ${name}.`,
});
