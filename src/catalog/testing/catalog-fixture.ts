import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createEmbedder } from '../../embedding/create-embedder.ts';
import type { Embedder } from '../../embedding/embedder.ts';
import { type Database, openDatabase } from '../../storage/open-database.ts';
import { allowAll, invokeTool, type ToolOutcome } from '../../tool/invoke-tool.ts';
import { createRegistry } from '../../tool/registry.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import { catalogConfig } from '../config.ts';
import type { RawTool } from '../connections/list-tools.ts';
import { type Catalog, createCatalog } from '../index/catalog.ts';
import { catalogMigration } from '../index/migration.ts';
import { type ServerChanges, storeListing } from '../index/sync-server.ts';
import type { CatalogTables } from '../index/tables.ts';
import type { CatalogServices } from '../services.ts';
import { catalogTools } from '../tools.ts';
import { quiet, rawServer, testPool } from './raw-servers.ts';

/** An index in memory with its six tools, and no servers behind it unless a test starts some. */
export interface CatalogFixture {
  readonly catalog: Catalog;
  readonly services: CatalogServices;
  readonly database: Database<CatalogTables>;
  readonly clock: { now(): Date; advance(ms: number): void };
  /** What a server answered to `tools/list`, stored as a sync would. */
  list(server: string, tools: readonly RawTool[]): Promise<ServerChanges>;
  call(name: string, input?: unknown, session?: SessionIdentity): Promise<ToolOutcome>;
  /** So many calls of a tool that took so long. */
  use(
    id: string,
    calls: number,
    options?: { latencyMs?: number; failing?: boolean },
  ): Promise<void>;
}

export async function openCatalog(
  options: {
    readonly settings?: z.input<typeof catalogConfig>;
    readonly embedder?: Embedder;
    readonly services?: Partial<CatalogServices>;
    /** The servers that are configured; all of the index count unless given. */
    readonly servers?: () => Promise<ReadonlySet<string>>;
    /** That of an earlier fixture, as another process would open it. */
    readonly database?: Database<CatalogTables>;
  } = {},
): Promise<CatalogFixture> {
  let time = Date.parse('2026-03-02T10:00:00Z');
  const clock = {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
  };
  const database =
    options.database ??
    (await openDatabase<CatalogTables>({
      file: ':memory:',
      migrations: [{ ...catalogMigration, id: '0001_catalog' }],
    }));
  const settings = catalogConfig.parse(options.settings ?? {});
  const embedder =
    options.embedder ?? createEmbedder({ provider: 'none', model: 'none' }, { env: {} });
  const catalog = createCatalog({
    clock,
    logger: quiet,
    settings: async () => settings,
    database: async () => database,
    embedder: async () => embedder,
    ...(options.servers && { servers: options.servers }),
  });
  onTestFinished(async () => {
    await catalog.close();
    if (!options.database) await database.close();
  });
  const services: CatalogServices = {
    root: process.cwd(),
    clock,
    logger: quiet,
    settings: async () => settings,
    database: async () => database,
    catalog: async () => catalog,
    pool: async () => testPool([]),
    calls() {
      throw new Error('no server is behind this catalog');
    },
    ...options.services,
  };
  const registry = createRegistry(catalogTools.map((tool) => tool.bind(() => services)));
  return {
    catalog,
    services,
    database,
    clock,
    list: (server, tools) =>
      database.transaction((tx) =>
        storeListing(
          tx,
          rawServer(server),
          { tools, rejected: [], serverInfo: {}, protocolVersion: '2025-11-25' },
          settings,
          clock.now().toISOString(),
        ),
      ),
    call: (name, input = {}, session) =>
      invokeTool({
        registry,
        policy: allowAll,
        name,
        input,
        context: {
          caller: { author: 'test', via: 'mcp', session: session ?? null },
          signal: new AbortController().signal,
          client: {},
          progress: () => undefined,
        },
        onBug(thrown) {
          throw thrown;
        },
      }),
    async use(id, calls, { latencyMs = 20, failing = false } = {}) {
      const [server = '', tool = ''] = id.split('/');
      for (let n = 0; n < calls; n++) {
        catalog.record({
          server,
          tool,
          startedAt: clock.now(),
          latencyMs,
          ok: !failing,
          errorCode: failing ? 'tool_error' : null,
          sessionId: null,
        });
      }
      await catalog.flush();
    },
  };
}

/** A definition as a server sends it. */
export function rawTool(
  name: string,
  description: string,
  params: Record<string, string> = {},
): RawTool {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(params).map(([param, about]) => [
          param,
          { type: 'string', description: about },
        ]),
      ),
      required: Object.keys(params).slice(0, 1),
    },
  };
}
