import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { repoPaths, requiredText, taskFields, taskId } from '../fields.ts';
import { ownTaskOnly, taskInQuestion } from '../rules/session-scope.ts';

const mostHints = 8_000;

export const updateTaskContext = defineProjectTool({
  name: 'update_task_context',
  title: 'Update task context',
  description:
    'Keeps your task true to the code: adds or removes context files and appends a hint. Nothing else of it changes.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId.optional(),
    add_context_files: taskFields.context_files.optional(),
    remove_context_files: taskFields.context_files.optional(),
    add_hint: requiredText(2_000).optional(),
  }),
  output: z.strictObject({ id: z.int(), context_files: z.array(z.string()), hints: z.string() }),
  async handler(
    { id, add_context_files, remove_context_files, add_hint },
    { store, session, root },
  ) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    ownTaskOnly(session, task.id, 'change the context of');
    if (!add_context_files && !remove_context_files && !add_hint) {
      throw new ToolError('invalid_argument', 'update_task_context was given nothing to change.', {
        hint: 'Give add_context_files, remove_context_files or add_hint.',
      });
    }
    const added = await repoPaths(root, add_context_files ?? []);
    const removed = new Set(await repoPaths(root, remove_context_files ?? []));
    const missing = [...removed].filter((file) => !task.context_files.includes(file));
    if (missing.length > 0) {
      throw new ToolError(
        'not_found',
        `Not a context file of task #${task.id}: ${missing.join(', ')}.`,
        {
          details: missing.map((file) => ({ field: 'remove_context_files', message: file })),
          hint: `Its context files: ${task.context_files.join(', ') || 'none'}.`,
        },
      );
    }
    const hints = [task.hints, add_hint].filter(Boolean).join('\n');
    if (hints.length > mostHints) {
      throw new ToolError(
        'budget_exceeded',
        `The hints of task #${task.id} would pass ${mostHints} characters.`,
        {
          hint: 'Leave a comment instead, or let a review shorten the hints.',
        },
      );
    }
    const kept = task.context_files.filter((file) => !removed.has(file));
    const after = await store.tasks.change(task.id, {
      context_files: [...new Set([...kept, ...added])],
      hints,
    });
    return { id: after.id, context_files: after.context_files, hints: after.hints };
  },
  render: ({ id, context_files, hints }) =>
    `#${id} context files: ${context_files.join(', ') || 'none'}\nHints: ${hints || 'none'}`,
});
