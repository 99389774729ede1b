import { z } from 'zod';
import type { PageRule } from '../../tool/page.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { cursorField } from '../fields.ts';
import { statusSchema } from '../model.ts';

const output = z.strictObject({
  total: z.int(),
  done: z.int(),
  by_status: z.record(statusSchema, z.int()),
  by_feature: z.array(z.strictObject({ feature: z.string(), total: z.int(), done: z.int() })),
  next_cursor: z.string().optional(),
});
type Output = z.output<typeof output>;

/** Only a project of hundreds of features is ever cut, so that the cursor is no part of the usual answer. */
const page: PageRule<Output> = {
  rows: ({ by_feature }) => by_feature,
  keep(answer, count) {
    const by_feature = answer.by_feature.slice(0, count);
    const last = by_feature.at(-1);
    if (by_feature.length === answer.by_feature.length || !last) return answer;
    return { ...answer, by_feature, next_cursor: last.feature };
  },
};

export const getProjectProgress = defineProjectTool({
  name: 'get_project_progress',
  title: 'Get project progress',
  description: 'How many tasks there are and are done, by status and by feature.',
  category: 'project',
  effect: 'read',
  input: z.strictObject({ cursor: cursorField }),
  output,
  page,
  async handler({ cursor = '' }, { store }) {
    const progress = await store.metadata.progress();
    return {
      ...progress,
      by_feature: progress.by_feature.filter(({ feature }) => feature > cursor),
    };
  },
  render({ total, done, by_status, by_feature, next_cursor }) {
    const statuses = Object.entries(by_status).filter(([, count]) => count > 0);
    return [
      `${done} of ${total} tasks done${total > 0 ? ` (${statuses.map(([status, count]) => `${status} ${count}`).join(', ')})` : ''}`,
      ...by_feature.map((row) => `${row.feature}: ${row.done}/${row.total}`),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n');
  },
});
