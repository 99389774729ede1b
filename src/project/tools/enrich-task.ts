import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { proseText, repoPaths, taskFields, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const enrichTask = defineProjectTool({
  name: 'enrich_task',
  title: 'Enrich task',
  description:
    'Gives a draft task its pseudocode, criteria and context files, and promotes it to pending.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId,
    pseudocode: proseText(20_000).min(1),
    acceptance_criteria: taskFields.acceptance_criteria.optional(),
    context_files: taskFields.context_files.optional(),
  }),
  output: z.strictObject({ task: taskLineSchema }),
  async handler(
    { id, pseudocode, acceptance_criteria, context_files },
    { store, session, root, now },
  ) {
    const task = await store.tasks.get(id);
    if (task.status !== 'draft') {
      throw new ToolError(
        'conflict',
        `Task #${id} is ${task.status}, and only drafts are enriched.`,
        {
          hint: 'Use update_task to change a task that is past its draft.',
        },
      );
    }
    const enriched = await moveTask({
      store,
      session,
      now,
      task,
      to: 'pending',
      reason: '',
      with: {
        pseudocode,
        enriched_at: now,
        ...(acceptance_criteria && { acceptance_criteria }),
        ...(context_files && { context_files: await repoPaths(root, context_files) }),
      },
    });
    return { task: taskLineOf(enriched) };
  },
  render: ({ task }) => `Enriched ${taskLineText(task)}`,
});
