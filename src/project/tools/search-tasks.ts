import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, requiredText } from '../fields.ts';
import { statusSchema } from '../model.ts';
import { taskLineSchema, taskLineText } from '../views.ts';

/** Filters apply after ranking, so more is asked of the index than is shown. */
const candidates = 200;

export const searchTasks = defineProjectTool({
  name: 'search_tasks',
  title: 'Search tasks',
  description: 'Tasks whose title, description, tags or hints fit the words, best first.',
  category: 'task',
  effect: 'read',
  input: z.strictObject({
    query: requiredText(500),
    filter_status: statusSchema.optional(),
    filter_feature: nameField.optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.strictObject({ tasks: z.array(taskLineSchema) }),
  async handler({ query, filter_status, filter_feature, limit }, { store }) {
    const ranked = await store.search.find(query, candidates);
    const lines = await store.tasks.lines(ranked, {
      status: filter_status,
      feature: filter_feature,
    });
    const place = new Map(ranked.map((id, index) => [id, index]));
    const rank = (id: number) => place.get(id) ?? candidates;
    return { tasks: lines.sort((a, b) => rank(a.id) - rank(b.id)).slice(0, limit) };
  },
  render: ({ tasks }) => (tasks.length > 0 ? tasks.map(taskLineText).join('\n') : 'No task fits.'),
});
