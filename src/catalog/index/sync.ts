import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../base/errors.ts';
import { redactText } from '../../base/redaction.ts';
import type { ServerSpec } from '../connections/server-spec.ts';
import type { CatalogServices } from '../services.ts';
import { rescoreWhenOld } from './rescore.ts';
import { raiseRevision } from './store.ts';
import { storeCategories } from './store-categories.ts';
import { type ServerChanges, storeListing } from './sync-server.ts';

export interface ServerReport extends ServerChanges {
  readonly server: string;
  readonly ok: boolean;
  readonly error: string | null;
}

export interface SyncReport {
  readonly servers: readonly ServerReport[];
  /** Servers that were in the index and are configured no longer. */
  readonly dropped: readonly string[];
  readonly embedded: number;
  /** Why tools are found by their words only, if so. */
  readonly embedding_problem: string | null;
}

export interface SyncOptions {
  /** All that are configured unless given. */
  readonly servers?: readonly string[];
  readonly signal: AbortSignal;
  readonly onServer?: (report: ServerReport) => void;
  readonly onEmbedded?: (done: number, total: number) => void;
}

const atOnce = 4;

/** Asks servers what they offer and brings the index up to it. A server that fails keeps what was known of it. */
export async function syncCatalog(
  services: CatalogServices,
  options: SyncOptions,
): Promise<SyncReport> {
  const pool = await services.pool();
  const database = await services.database();
  const enabled = pool.servers().filter((spec) => spec.enabled);
  const asked = options.servers;
  const queue = asked ? enabled.filter((spec) => asked.includes(spec.name)) : [...enabled];
  const dropped = await dropMissing(services, enabled);
  await storeCategories(database, enabled, await services.settings());
  const reports: ServerReport[] = [];
  const worker = async () => {
    for (let spec = queue.shift(); spec; spec = queue.shift()) {
      const report = await syncServer(services, spec, options.signal);
      reports.push(report);
      options.onServer?.(report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  options.signal.throwIfAborted();
  await rescoreWhenOld(database, services.clock.now());
  const catalog = await services.catalog();
  const { embedded, problem } = await catalog.embedNow({
    signal: options.signal,
    ...(options.onEmbedded && { onProgress: options.onEmbedded }),
  });
  reports.sort((a, b) => (a.server < b.server ? -1 : 1));
  return { servers: reports, dropped, embedded, embedding_problem: problem };
}

async function syncServer(
  services: CatalogServices,
  spec: ServerSpec,
  signal: AbortSignal,
): Promise<ServerReport> {
  const pool = await services.pool();
  const database = await services.database();
  const now = services.clock.now().toISOString();
  try {
    const listing = await pool.listTools(spec.name, { signal });
    const settings = await services.settings();
    const changes: ServerChanges = await database.transaction((tx) =>
      storeListing(tx, spec, listing, settings, now),
    );
    return { server: spec.name, ok: true, error: null, ...changes };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = redactText(errorMessage(thrown));
    await database.kysely
      .insertInto('mcp_servers')
      .values({ server_name: spec.name, display_name: spec.name, is_active: 1, last_error: error })
      .onConflict((conflict) => conflict.column('server_name').doUpdateSet({ last_error: error }))
      .execute();
    return {
      server: spec.name,
      ok: false,
      error,
      tools: 0,
      added: 0,
      removed: 0,
      changed: [],
      quarantined: [],
      rejected: [],
    };
  }
}

/** Tools of servers that are gone or switched off disappear; their rows, pins and records stay. */
async function dropMissing(
  services: CatalogServices,
  enabled: readonly ServerSpec[],
): Promise<string[]> {
  const names = new Set(enabled.map(({ name }) => name));
  const database = await services.database();
  return database.transaction(async (tx) => {
    const active = await tx
      .selectFrom('mcp_servers')
      .where('is_active', '=', 1)
      .select(['id', 'server_name'])
      .execute();
    const gone = active.filter((row) => !names.has(row.server_name));
    for (const { id } of gone) {
      await tx.updateTable('mcp_servers').set({ is_active: 0 }).where('id', '=', id).execute();
    }
    if (gone.length > 0) await raiseRevision(tx);
    return gone.map((row) => row.server_name);
  });
}

/** Syncs a server again when it says that its tools changed. Answers with what ends this. */
export async function followListChanges(services: CatalogServices): Promise<() => Promise<void>> {
  const pool = await services.pool();
  const stopping = new AbortController();
  const running = new Map<string, Promise<unknown>>();
  const again = new Set<string>();
  const earlier = new Map<string, { readonly pauseMs: number; readonly endedAt: number }>();
  const follow = async (server: string) => {
    do {
      const pauseMs = pauseAfter(earlier.get(server), performance.now());
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: stopping.signal, ref: false });
      again.delete(server);
      await syncCatalog(services, { servers: [server], signal: stopping.signal }).finally(() => {
        earlier.set(server, { pauseMs, endedAt: performance.now() });
      });
    } while (again.has(server));
  };
  const stopListening = pool.onListChanged((server) => {
    // The listing under way may already be old. Once more will do, however many notes come meanwhile.
    again.add(server);
    if (running.has(server)) return;
    const following = follow(server)
      .catch((thrown: unknown) => {
        if (stopping.signal.aborted) return;
        services.logger.warn('the changed tools of a server could not be read', {
          server,
          reason: errorMessage(thrown),
        });
      })
      .finally(() => running.delete(server));
    running.set(server, following);
  });
  return async () => {
    stopListening();
    stopping.abort();
    await Promise.all(running.values());
  };
}

/** A server that goes on telling of changes is asked less and less often, or it would keep us busy for ever. */
function pauseAfter(
  last: { readonly pauseMs: number; readonly endedAt: number } | undefined,
  now: number,
): number {
  if (!last || now - last.endedAt > longestPauseMs) return 0;
  return Math.min(longestPauseMs, 2 * last.pauseMs + 500);
}

const longestPauseMs = 60_000;
