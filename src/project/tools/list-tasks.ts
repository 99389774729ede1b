import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { cursorField, nameField } from '../fields.ts';
import { statusSchema } from '../model.ts';
import {
  pageByCursor,
  parseIdCursor,
  type TaskLineView,
  taskLineSchema,
  taskLineText,
} from '../views.ts';

export const listTasks = defineProjectTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Tasks by id with status, priority, feature and discipline, filtered and paged.',
  category: 'task',
  effect: 'read',
  input: z.strictObject({
    filter_status: statusSchema.optional(),
    filter_feature: nameField.optional(),
    filter_discipline: nameField.optional(),
    limit: z.int().min(1).max(200).default(50),
    cursor: cursorField,
  }),
  output: z.strictObject({
    tasks: z.array(taskLineSchema),
    next_cursor: z.string().nullable(),
  }),
  page: pageByCursor('tasks', (task: TaskLineView) => String(task.id)),
  async handler({ filter_status, filter_feature, filter_discipline, limit, cursor }, { store }) {
    if (filter_feature) await store.features.get(filter_feature);
    if (filter_discipline) await store.disciplines.get(filter_discipline);
    const filter = {
      status: filter_status,
      feature: filter_feature,
      discipline: filter_discipline,
    };
    const rows = await store.tasks.list(filter, parseIdCursor(cursor), limit + 1);
    return {
      tasks: rows.slice(0, limit),
      next_cursor: rows.length > limit ? String(rows[limit - 1]?.id) : null,
    };
  },
  render: ({ tasks, next_cursor }) =>
    [
      ...tasks.map(taskLineText),
      ...(tasks.length === 0 ? ['No tasks.'] : []),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
