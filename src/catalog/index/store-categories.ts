import type { Database } from '../../storage/open-database.ts';
import type { ServerSpec } from '../connections/server-spec.ts';
import type { CategorySettings } from './assign-category.ts';
import { builtInCategories, titleOf } from './categories.ts';
import type { CatalogTables } from './tables.ts';

/** Writes down the categories there can be: the built-in ones, then those of the configuration. */
export async function storeCategories(
  database: Database<CatalogTables>,
  servers: readonly ServerSpec[],
  settings: CategorySettings,
): Promise<void> {
  const own = new Set([
    ...Object.keys(settings.categories),
    ...servers.flatMap(({ category }) => category ?? []),
  ]);
  const names = new Set([...builtInCategories.map(({ name }) => name), ...own]);
  const rows = [...names].map((name, place) => {
    const known = builtInCategories.find((category) => category.name === name);
    return {
      category_name: name,
      display_name: known?.displayName ?? titleOf(name),
      description: known?.description ?? '',
      sort_order: place,
    };
  });
  await database.transaction(async (tx) => {
    await tx.deleteFrom('mcp_categories').execute();
    await tx.insertInto('mcp_categories').values(rows).execute();
  });
}
