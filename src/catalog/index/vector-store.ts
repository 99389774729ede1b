import type { ToolVector } from '../search/tool-vectors.ts';
import type { Handle } from './store.ts';

export interface StoredVector extends ToolVector {
  readonly textHash: string;
}

export async function readVectors(db: Handle, model: string): Promise<Map<number, StoredVector>> {
  const rows = await db
    .selectFrom('mcp_vectors')
    .where('model', '=', model)
    .select(['tool_id', 'text_hash', 'vector', 'coherence'])
    .execute();
  return new Map(
    rows.map(({ tool_id, text_hash, vector, coherence }) => [
      tool_id,
      {
        textHash: text_hash,
        vector: new Float32Array(Uint8Array.from(vector).buffer),
        coherence,
      },
    ]),
  );
}

export async function writeVectors(
  db: Handle,
  model: string,
  vectors: readonly (StoredVector & { readonly toolId: number })[],
): Promise<void> {
  for (const { toolId, textHash, vector, coherence } of vectors) {
    const columns = {
      text_hash: textHash,
      coherence,
      vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    };
    await db
      .insertInto('mcp_vectors')
      .values({ tool_id: toolId, model, ...columns })
      .onConflict((conflict) => conflict.columns(['tool_id', 'model']).doUpdateSet(columns))
      .execute();
  }
}
