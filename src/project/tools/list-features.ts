import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { cursorField } from '../fields.ts';
import { excerpt } from '../rules/excerpt.ts';
import { pageByCursor } from '../views.ts';

const lineSchema = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  tasks: z.int(),
  done: z.int(),
});

const descriptionShown = 160;

export const listFeatures = defineProjectTool({
  name: 'list_features',
  title: 'List features',
  description:
    'Features by name with the start of their description and how many tasks are done, paged.',
  category: 'feature',
  effect: 'read',
  input: z.strictObject({ limit: z.int().min(1).max(200).default(50), cursor: cursorField }),
  output: z.strictObject({
    features: z.array(lineSchema),
    next_cursor: z.string().nullable(),
  }),
  page: pageByCursor('features', (feature: z.output<typeof lineSchema>) => feature.name),
  async handler({ limit, cursor = '' }, { store }) {
    const rows = await store.features.list(cursor, limit + 1);
    return {
      features: rows.slice(0, limit).map((row) => ({
        ...row,
        description: excerpt(row.description, descriptionShown),
      })),
      next_cursor: rows.length > limit ? (rows[limit - 1]?.name ?? null) : null,
    };
  },
  render: ({ features, next_cursor }) =>
    [
      ...features.map(({ name, display_name, description, tasks, done }) => {
        const about = description === '' ? '' : `: ${description}`;
        return `${name} (${display_name}), ${done}/${tasks} tasks done${about}`;
      }),
      ...(features.length === 0 ? ['No features.'] : []),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
