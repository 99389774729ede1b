import type { ToolDefinition } from '../tool/define-tool.ts';
import type { CatalogServices } from './services.ts';
import { catalogCall } from './tools/catalog-call.ts';
import { catalogCategories } from './tools/catalog-categories.ts';
import { catalogHot } from './tools/catalog-hot.ts';
import { catalogSchema } from './tools/catalog-schema.ts';
import { catalogSearch } from './tools/catalog-search.ts';
import { catalogTools as listTools } from './tools/catalog-tools.ts';

/** The six ways into the catalog, from the shortest list to a call. */
export const catalogTools: readonly ToolDefinition<CatalogServices>[] = [
  catalogHot,
  catalogCategories,
  listTools,
  catalogSearch,
  catalogSchema,
  catalogCall,
];
