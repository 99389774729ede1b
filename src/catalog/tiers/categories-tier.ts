import { z } from 'zod';
import type { CatalogTool } from '../index/catalog-tool.ts';
import { builtInCategories, titleOf } from '../index/categories.ts';
import { firstThatFits } from './count-answer.ts';
import { brief } from './describe.ts';
import { tiers } from './tier.ts';

export const categoriesAnswer = z.strictObject({
  tier: z.literal('category_overview'),
  categories: z.array(
    z.strictObject({
      category: z.string(),
      display_name: z.string(),
      description: z.string(),
      tool_count: z.int(),
      server_count: z.int(),
      popular_tools: z.array(z.string()),
    }),
  ),
  next_cursor: z.string().nullable(),
  hint: z.string().optional(),
  tokens: z.int(),
});
export type CategoriesAnswer = z.output<typeof categoriesAnswer>;

/** T1: every category that has tools, the built-in ones in their order and then those of the user. */
export function categoriesTier(
  tools: readonly CatalogTool[],
  start: number,
  hint?: string,
): Promise<CategoriesAnswer> {
  const all = overview(tools);
  const rest = all.slice(start);
  const shapes = [
    { count: rest.length, description: 100, popular: 2 },
    { count: rest.length, description: 60, popular: 1 },
    ...[40, 30, 20, 15, 10, 5, 1]
      .filter((count) => count < rest.length)
      .map((count) => ({ count, description: 60, popular: 1 })),
  ];
  return firstThatFits(
    shapes.map(({ count, description, popular }) => () => ({
      tier: 'category_overview' as const,
      categories: rest.slice(0, count).map((category) => ({
        ...category,
        description: brief(category.description, description),
        popular_tools: category.popular_tools.slice(0, popular),
      })),
      next_cursor: start + count < all.length ? String(start + count) : null,
      ...(hint !== undefined && { hint }),
    })),
    renderCategories,
    tiers.category_overview.budget,
  );
}

function overview(tools: readonly CatalogTool[]) {
  const groups = new Map<string, CatalogTool[]>();
  for (const tool of tools) {
    const group = groups.get(tool.category);
    if (group) group.push(tool);
    else groups.set(tool.category, [tool]);
  }
  const order = new Map(builtInCategories.map(({ name }, place) => [name, place]));
  return [...groups]
    .sort(
      ([a], [b]) =>
        (order.get(a) ?? builtInCategories.length) - (order.get(b) ?? builtInCategories.length) ||
        (a < b ? -1 : 1),
    )
    .map(([name, members]) => {
      const known = builtInCategories.find((category) => category.name === name);
      const servers = new Set(members.map(({ server }) => server));
      return {
        category: name,
        display_name: known?.displayName ?? titleOf(name),
        description: known?.description ?? `Tools of ${[...servers].slice(0, 4).join(', ')}`,
        tool_count: members.length,
        server_count: servers.size,
        popular_tools: [...members]
          .sort(byRecord)
          .slice(0, 2)
          .map(({ id }) => id),
      };
    });
}

/** What was used most comes first; among the unused, the name decides. */
export function byRecord(a: CatalogTool, b: CatalogTool): number {
  return (
    b.tierScore - a.tierScore ||
    b.totalInvocations - a.totalInvocations ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

export function renderCategories({ categories, next_cursor, hint }: CategoriesAnswer): string {
  const lines = categories.map(
    ({ category, tool_count, server_count }) =>
      `${category}: ${tool_count} tools of ${server_count} servers`,
  );
  if (next_cursor !== null) lines.push(`More with cursor ${next_cursor}.`);
  if (hint !== undefined) lines.push(hint);
  return lines.join('\n');
}
