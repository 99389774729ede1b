import { type Embedder, modelKey } from '../../embedding/embedder.ts';
import type { Database } from '../../storage/open-database.ts';
import { embeddedTextHash, embedTool, meanVector } from '../search/embedded-texts.ts';
import { categoryByMeaning, categoryTexts } from './assign-category.ts';
import type { CatalogTool } from './catalog-tool.ts';
import { searchableTool } from './snapshot.ts';
import type { CatalogTables } from './tables.ts';
import { type StoredVector, writeVectors } from './vector-store.ts';

const batch = 32;

export interface EmbedRequest {
  readonly database: Database<CatalogTables>;
  readonly embedder: Embedder;
  readonly tools: readonly CatalogTool[];
  readonly known: ReadonlyMap<number, StoredVector>;
  readonly signal: AbortSignal;
  /** False where the configuration has decided. */
  readonly mayMove: (tool: CatalogTool) => boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Embeds the tools whose text is new, and sorts those into categories by what they mean. Answers all vectors. */
export async function embedTools(request: EmbedRequest): Promise<{
  readonly vectors: Map<number, StoredVector>;
  readonly moved: number;
}> {
  const { database, embedder, signal } = request;
  const vectors = new Map(request.known);
  const missing = request.tools.flatMap((tool) => {
    const searchable = searchableTool(tool);
    const textHash = embeddedTextHash(searchable);
    return vectors.get(tool.rowId)?.textHash === textHash ? [] : [{ tool, searchable, textHash }];
  });
  for (let start = 0; start < missing.length; start += batch) {
    signal.throwIfAborted();
    const fresh: (StoredVector & { readonly toolId: number })[] = [];
    for (const { tool, searchable, textHash } of missing.slice(start, start + batch)) {
      const embed = (text: string) => embedder.embed(text, { kind: 'document', signal });
      const stored = { textHash, ...(await embedTool(searchable, embed)) };
      vectors.set(tool.rowId, stored);
      fresh.push({ toolId: tool.rowId, ...stored });
    }
    const model = modelKey(embedder.model);
    await database.transaction((tx) => writeVectors(tx, model, fresh));
    request.onProgress?.(Math.min(start + batch, missing.length), missing.length);
  }
  const moved = await sortByMeaning(
    request,
    missing.map(({ tool }) => tool),
    vectors,
  );
  return { vectors, moved };
}

async function sortByMeaning(
  { database, embedder, tools, mayMove, signal }: EmbedRequest,
  fresh: readonly CatalogTool[],
  vectors: ReadonlyMap<number, StoredVector>,
): Promise<number> {
  if (fresh.length === 0) return 0;
  const categories: { readonly name: string; readonly vector: Float32Array }[] = [];
  for (const { name, text } of categoryTexts()) {
    categories.push({ name, vector: await embedder.embed(text, { kind: 'document', signal }) });
  }
  const means = new Map<string, Float32Array>();
  const moves = fresh.flatMap((tool) => {
    const own = vectors.get(tool.rowId)?.vector;
    if (!own || !mayMove(tool)) return [];
    let mean = means.get(tool.server);
    if (!mean) {
      const siblings = tools.filter(({ server }) => server === tool.server);
      mean = meanVector(siblings.flatMap(({ rowId }) => vectors.get(rowId)?.vector ?? []));
      means.set(tool.server, mean);
    }
    const category = categoryByMeaning(own, mean, categories);
    return category === tool.category ? [] : [{ id: tool.rowId, category }];
  });
  await database.transaction(async (tx) => {
    for (const { id, category } of moves) {
      await tx
        .updateTable('mcp_tools')
        .set({ primary_category: category })
        .where('id', '=', id)
        .execute();
    }
  });
  return moves.length;
}
