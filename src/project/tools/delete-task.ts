import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { taskId } from '../fields.ts';

export const deleteTask = defineProjectTool({
  name: 'delete_task',
  title: 'Delete task',
  description:
    'Removes a task for good. Refused while another task refers to it; skip_task keeps the history.',
  category: 'task',
  effect: 'delete',
  input: z.strictObject({ id: taskId }),
  output: z.strictObject({ id: z.int(), deleted: z.literal(true) }),
  async handler({ id }, { store }) {
    const task = await store.tasks.get(id);
    const dependents = await store.dependencies.dependents(id);
    const derived = await store.tasks.referringTo(id);
    const referring = [...new Set([...dependents.map((d) => d.id), ...derived])];
    if (referring.length > 0) {
      throw new ToolError(
        'conflict',
        `Task #${id} cannot be deleted: ${referring
          .slice(0, 20)
          .map((r) => `#${r}`)
          .join(', ')} ${referring.length === 1 ? 'refers' : 'refer'} to it.`,
        { hint: 'Skip it with a reason instead, or change those tasks first.' },
      );
    }
    if (task.status === 'in_progress') {
      throw new ToolError('conflict', `Task #${id} is in progress.`, {
        hint: 'Wait until it is finished, or set it back to pending first.',
      });
    }
    await store.tasks.remove(id);
    return { id, deleted: true as const };
  },
  render: ({ id }) => `Deleted #${id}.`,
});
