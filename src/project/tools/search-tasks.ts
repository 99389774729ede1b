import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, requiredText } from '../fields.ts';
import { statusSchema } from '../model.ts';
import { type TaskLineView, taskLineSchema, taskLineText } from '../views.ts';

/** Filters apply after ranking, so the index is asked for more until enough has passed or it has no more. */
const firstCandidates = 200;
const mostCandidates = 25_600;
const chunk = 400;

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
    if (filter_feature) await store.features.get(filter_feature);
    const filter = { status: filter_status, feature: filter_feature };
    const found: TaskLineView[] = [];
    let seen = 0;
    const isFiltered = filter_status !== undefined || filter_feature !== undefined;
    for (let asked = isFiltered ? firstCandidates : limit; asked <= mostCandidates; asked *= 8) {
      const ranked = await store.search.find(query, asked);
      while (seen < ranked.length && found.length < limit) {
        const ids = ranked.slice(seen, seen + chunk);
        const lines = new Map(
          (await store.tasks.lines(ids, filter)).map((line) => [line.id, line]),
        );
        found.push(...ids.flatMap((id) => lines.get(id) ?? []));
        seen += ids.length;
      }
      if (ranked.length < asked || found.length >= limit) break;
    }
    return { tasks: found.slice(0, limit) };
  },
  render: ({ tasks }) => (tasks.length > 0 ? tasks.map(taskLineText).join('\n') : 'No task fits.'),
});
