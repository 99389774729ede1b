import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { repoPaths, reportText, taskFields, taskId } from '../fields.ts';
import { ownTaskOnly, taskInQuestion } from '../rules/session-scope.ts';

const mostHints = 8_000;
const mostFiles = 100;
/** The answer stays short whatever the names are. */
const filesShown = 10;

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
    add_hint: reportText(2_000).optional(),
  }),
  output: z.strictObject({
    id: z.int(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    context_files: z.int(),
    hints: z.string(),
  }),
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
        `Not a context file of task #${task.id}: ${missing.slice(0, filesShown).join(', ')}.`,
        {
          details: missing.map((file) => ({ field: 'remove_context_files', message: file })),
          hint: 'get_task lists its context files.',
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
    const context_files = [...new Set([...kept, ...added])];
    if (context_files.length > mostFiles) {
      throw new ToolError(
        'budget_exceeded',
        `Task #${task.id} would have ${context_files.length} context files, and ${mostFiles} is the most.`,
        { hint: 'Remove some in the same call, or name a folder instead of its files.' },
      );
    }
    await store.tasks.change(task.id, { context_files, hints });
    return {
      id: task.id,
      added: added.filter((file) => !task.context_files.includes(file)).slice(0, filesShown),
      removed: [...removed].slice(0, filesShown),
      context_files: context_files.length,
      hints,
    };
  },
  render: ({ id, added, removed, context_files, hints }) =>
    [
      `#${id} has ${context_files} context files.`,
      ...added.map((file) => `+ ${file}`),
      ...removed.map((file) => `- ${file}`),
      ...(hints ? [`Hints: ${hints}`] : []),
    ].join('\n'),
});
