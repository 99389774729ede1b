import { z } from 'zod';
import { defineViewTool } from '../define-catalog-tool.ts';
import { categoriesAnswer, categoriesTier, renderCategories } from '../tiers/categories-tier.ts';
import { cursorOffset } from '../tiers/cursor.ts';

export const catalogCategories = defineViewTool({
  name: 'catalog_categories',
  title: 'Tool categories',
  description:
    'The categories of downstream tools, with how many tools each has. Then list one with catalog_tools.',
  input: z.strictObject({
    cursor: z.string().optional().describe('next_cursor of the answer before.'),
  }),
  output: categoriesAnswer,
  async handler({ cursor }, { catalog, tools, access, snapshot, hint }) {
    const start = cursorOffset(cursor);
    return catalog.cache.get(
      'category_overview',
      `${access.key}@${start}`,
      snapshot.revision,
      () => categoriesTier(tools, start, hint),
      categoriesAnswer.parse,
    );
  },
  render: renderCategories,
});
