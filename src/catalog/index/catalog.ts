import type { Clock } from '../../base/clock.ts';
import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type Embedder, modelKey } from '../../embedding/embedder.ts';
import type { Database } from '../../storage/open-database.ts';
import type { RecordedCall } from '../call/ports.ts';
import type { CatalogSettings } from '../config.ts';
import { createTierCache, type TierCache } from '../tiers/tier-cache.ts';
import { configuredCategory } from './assign-category.ts';
import { createCallLog } from './call-log.ts';
import { writeCalls } from './record-calls.ts';
import { rescoreWhenOld } from './rescore.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';
import { dayBefore, raiseRevision, readRevision, readTools } from './store.ts';
import type { CatalogTables } from './tables.ts';
import { readVectors } from './vector-store.ts';

export interface CatalogOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  settings(): Promise<CatalogSettings>;
  database(): Promise<Database<CatalogTables>>;
  embedder(): Promise<Embedder>;
  /** The servers that are configured and switched on; the tools of others are left out. All count unless given. */
  servers?(): Promise<ReadonlySet<string>>;
}

/** The index of one project, held in memory while it does not change. No server is ever started from here. */
export interface Catalog {
  readonly clock: Clock;
  readonly cache: TierCache;
  settings(): Promise<CatalogSettings>;
  database(): Promise<Database<CatalogTables>>;
  snapshot(): Promise<Snapshot>;
  /** The same at once, if one is at hand that is at most half a second old: for what is on the way of every call. */
  recentSnapshot(): Snapshot | undefined;
  recentSettings(): CatalogSettings | undefined;
  /** The snapshot with whatever vectors there are, and how to embed a query. */
  searchable(): Promise<Searchable>;
  /** Embeds what is new. Answers how many tools have a vector, or why not. */
  embedNow(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number, total: number) => void;
  }): Promise<{ readonly embedded: number; readonly problem: string | null }>;
  record(call: RecordedCall): void;
  /** Writes down the calls that are still waiting. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface Searchable {
  readonly snapshot: Snapshot;
  embed(text: string): Promise<Float32Array | undefined>;
  /** Why answers are not as good as they could be; null when they are. */
  degraded(): string | null;
}

const recentMs = 500;

export function createCatalog(options: CatalogOptions): Catalog {
  const { clock, logger, database, embedder } = options;
  const settings = rememberFor(recentMs, options.settings);
  const servers = options.servers && rememberFor(recentMs, options.servers);
  const stopping = new AbortController();
  let held: Promise<Snapshot> | undefined;
  let heldFor = '';
  let isFresh = false;
  let recent: { readonly snapshot: Snapshot; readonly at: number } | undefined;
  let embedding: Promise<unknown> | undefined;
  const withVectors = new WeakSet<Snapshot>();

  const log = createCallLog(
    async (calls) => writeCalls(await database(), calls, clock.now()),
    logger,
  );

  async function snapshot(): Promise<Snapshot> {
    const db = await database();
    if (!isFresh) {
      isFresh = true;
      await rescoreWhenOld(db, clock.now());
    }
    const revision = await readRevision(db.kysely);
    const configured = await servers?.read();
    const offered = configured ? [...configured].sort().join(' ') : 'all';
    const at = performance.now();
    if (!held || heldFor !== `${revision} ${offered}`) {
      heldFor = `${revision} ${offered}`;
      held = readTools(db.kysely, dayBefore(clock.now(), 30)).then((rows) =>
        createSnapshot(
          revision,
          configured ? rows.filter((row) => configured.has(row.server_name)) : rows,
          offered,
        ),
      );
      held.catch(() => {
        held = undefined;
      });
    }
    const current = await held;
    recent = { snapshot: current, at };
    return current;
  }

  async function embedNow({ signal, onProgress }: Parameters<Catalog['embedNow']>[0]) {
    const current = await snapshot();
    const model = await embedder();
    if (model.health().state === 'off') return { embedded: 0, problem: 'embeddings are off' };
    const db = await database();
    const rules = await settings.read();
    try {
      const { embedTools } = await import('./embed-tools.ts');
      const { vectors, moved } = await embedTools({
        database: db,
        embedder: model,
        tools: current.tools,
        known: await readVectors(db.kysely, modelKey(model.model)),
        signal: AbortSignal.any([signal, stopping.signal]),
        mayMove: ({ server, name }) =>
          configuredCategory(rules, server, name, rules.servers[server]?.category) === undefined,
        ...(onProgress && { onProgress }),
      });
      if (moved > 0) await db.transaction((tx) => raiseRevision(tx));
      const latest = await snapshot();
      latest.useVectors(vectors);
      withVectors.add(latest);
      return { embedded: vectors.size, problem: null };
    } catch (thrown) {
      if (!stopping.signal.aborted)
        logger.warn('tools could not be embedded', { reason: errorMessage(thrown) });
      return { embedded: 0, problem: errorMessage(thrown) };
    }
  }

  async function searchable(): Promise<Searchable> {
    const current = await snapshot();
    const model = await embedder();
    const isOff = model.health().state === 'off';
    let missing = 0;
    if (!isOff) {
      if (!withVectors.has(current)) {
        const db = await database();
        current.useVectors(await readVectors(db.kysely, modelKey(model.model)));
        withVectors.add(current);
      }
      missing = current.tools.length - current.vectorCount();
      if (missing > 0) {
        embedding ??= embedNow({ signal: stopping.signal }).finally(() => {
          embedding = undefined;
        });
      }
    }
    let failure: string | null = null;
    return {
      snapshot: current,
      async embed(text) {
        if (isOff) return undefined;
        try {
          return await model.embed(text, { kind: 'query', signal: stopping.signal });
        } catch (thrown) {
          failure = errorMessage(thrown);
          return undefined;
        }
      },
      degraded() {
        if (isOff) return 'words only: embeddings are off';
        if (failure !== null) return `words only: ${failure}`;
        return missing > 0 ? `${missing} tools are found by their words only so far` : null;
      },
    };
  }

  return {
    clock,
    cache: createTierCache({ clock, database }),
    settings: settings.read,
    database,
    snapshot,
    recentSnapshot: () =>
      recent && performance.now() - recent.at < recentMs ? recent.snapshot : undefined,
    recentSettings: settings.recent,
    searchable,
    embedNow,
    record: log.add,
    flush: log.flush,
    async close() {
      stopping.abort();
      await embedding;
      await log.flush();
    },
  };
}

/** Settings are read from files, and every call asks for them. */
function rememberFor<Value>(ms: number, read: () => Promise<Value>) {
  let value: Promise<Value> | undefined;
  let known: Value | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return {
    read(): Promise<Value> {
      if (value && performance.now() < until) return value;
      until = performance.now() + ms;
      known = undefined;
      const reading = read();
      value = reading;
      reading.then(
        (is) => {
          if (value === reading) known = is;
        },
        () => {
          value = undefined;
        },
      );
      return reading;
    },
    /** Undefined when it has to be read. */
    recent: (): Value | undefined => (performance.now() < until ? known : undefined),
  };
}
