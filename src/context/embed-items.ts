import { errorMessage } from '../base/errors.ts';
import { type Embedder, vectorSpace } from '../embedding/embedder.ts';
import { splitForEmbedding } from '../embedding/split-text.ts';
import type { Context } from './context.ts';
import { textToIndex } from './indexed-text.ts';
import { itemStore } from './store/items.ts';

/** Vectors are written in groups: each group is one wait for the disk. */
const group = 32;

export interface EmbedReport {
  readonly embedded: number;
  /** Why it stopped before the end; undefined when all have their vectors. */
  readonly failure?: string;
}

interface TextOf {
  readonly key: number;
  readonly text: string;
}

/** Gives items their vectors. The first failure ends it: what is left waits for the next back-fill. */
export async function embedTexts(
  context: Context,
  texts: readonly TextOf[],
  signal?: AbortSignal,
): Promise<EmbedReport> {
  const { embedder } = context;
  if (embedder.health().state === 'off') return { embedded: 0 };
  let embedded = 0;
  for (let start = 0; start < texts.length; start += group) {
    const done: { key: number; vectors: Float32Array[] }[] = [];
    let failure: string | undefined;
    for (const { key, text } of texts.slice(start, start + group)) {
      try {
        const vectors: Float32Array[] = [];
        for (const part of splitForEmbedding(text)) {
          vectors.push(await embedder.embed(part, { kind: 'document', ...(signal && { signal }) }));
        }
        done.push({ key, vectors });
      } catch (thrown) {
        failure = errorMessage(thrown);
        break;
      }
    }
    await writeVectors(context, done);
    embedded += done.length;
    if (failure !== undefined) {
      context.background.missedVectors();
      const level = isCalledOff(signal) ? 'debug' : 'warn';
      context.logger[level]('items wait for their vectors', { reason: failure });
      return { embedded, failure };
    }
  }
  return { embedded };
}

/** A command that ends before the model is loaded is nothing to warn of; a time limit has a reason of its own. */
function isCalledOff(signal: AbortSignal | undefined): boolean {
  const reason: unknown = signal?.reason;
  return reason instanceof DOMException && reason.name === 'AbortError';
}

async function writeVectors(
  { database, index, embedder }: Context,
  done: readonly { readonly key: number; readonly vectors: readonly Float32Array[] }[],
): Promise<void> {
  if (done.length === 0) return;
  const model = vectorSpace(embedder.model);
  await database.transaction(async (tx) => {
    for (const { key, vectors } of done) {
      await index.putVectors(tx, key, model, vectors);
      await itemStore(tx).update(key, { embedding_id: model });
    }
  });
}

/** Gives their vectors to items that went without, or have those of another model. */
export async function backfillVectors(
  context: Context,
  options: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<EmbedReport> {
  const { embedder, index, database } = context;
  if (embedder.health().state === 'off') return { embedded: 0 };
  const space = await spaceOf(embedder, options.signal);
  if (space instanceof Error) return { embedded: 0, failure: errorMessage(space) };
  const keys = await index.withoutVectors(space, options.limit);
  if (keys.length === 0) return { embedded: 0 };
  const items = itemStore(database.kysely);
  const texts: TextOf[] = [];
  for (const [key, item] of await items.byKeys(keys)) {
    texts.push({ key, text: await textToIndex(context, item, items.find) });
  }
  return embedTexts(context, texts, options.signal);
}

/** A service says how long its vectors are when it has answered once. */
async function spaceOf(
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<string | Error> {
  if (embedder.model.dimension === undefined) {
    try {
      await embedder.embed('length', { kind: 'query', ...(signal && { signal }) });
    } catch (thrown) {
      return thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  }
  return vectorSpace(embedder.model);
}

/** Until every item has its vectors, or the model fails. */
export async function backfillAll(context: Context, signal?: AbortSignal): Promise<EmbedReport> {
  let embedded = 0;
  // A process with another model, doing the same, takes away again what is done here: each item gets one turn.
  const { documents } = await context.index.stats();
  for (;;) {
    const report = await backfillVectors(context, { limit: 500, ...(signal && { signal }) });
    embedded += report.embedded;
    const isDone = report.embedded === 0 || embedded >= documents;
    if (isDone || report.failure !== undefined) return { ...report, embedded };
  }
}
