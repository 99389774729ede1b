import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { repoPaths, taskFields, taskId } from '../fields.ts';
import { changedFields } from '../rules/changed-fields.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const updateTask = defineProjectTool({
  name: 'update_task',
  title: 'Update task',
  description:
    'Replaces the given fields of a task; lists are replaced whole. Status has its own tool.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId,
    ...z.object(taskFields).partial().shape,
  }),
  output: z.strictObject({ task: taskLineSchema, changed: z.array(z.string()) }),
  async handler({ id, depends_on, context_files, output_artifacts, ...plain }, { store, root }) {
    const before = await store.tasks.get(id);
    const given = {
      ...defined(plain),
      ...(context_files && { context_files: await repoPaths(root, context_files) }),
      ...(output_artifacts && { output_artifacts: await repoPaths(root, output_artifacts) }),
    };
    if (Object.keys(given).length === 0 && !depends_on) {
      throw new ToolError('invalid_argument', 'update_task was given nothing to change.', {
        hint: 'Name at least one field besides id.',
      });
    }
    if (before.status === 'done' && (depends_on || given.acceptance_criteria)) {
      throw changedAfterwards(id);
    }
    if (Object.keys(given).length > 0) await store.tasks.change(id, given);
    if (depends_on) await store.dependencies.set(id, depends_on);
    const after = await store.tasks.get(id);
    return { task: taskLineOf(after), changed: changedFields(before, after) };
  },
  render: ({ task, changed }) =>
    `${taskLineText(task)}\nChanged: ${changed.length > 0 ? changed.join(', ') : 'nothing, it was so already'}`,
});

/** What "done" was proven against must stay what it was. */
function changedAfterwards(id: number): ToolError {
  return new ToolError(
    'conflict',
    `Task #${id} is done: its criteria and dependencies are what that was proven against.`,
    { hint: 'Reopen it first, or create another task for what is missing.' },
  );
}
