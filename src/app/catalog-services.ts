import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { createToolCaller } from '../catalog/call/tool-caller.ts';
import { createCatalog } from '../catalog/index/catalog.ts';
import { followListChanges } from '../catalog/index/sync.ts';
import type { CatalogTables } from '../catalog/index/tables.ts';
import { createCallPorts } from '../catalog/safety/call-ports.ts';
import type { CatalogServices } from '../catalog/services.ts';
import { readOnChange } from '../catalog/sources/files-signature.ts';
import { createLiveServers } from '../catalog/sources/live-servers.ts';
import { enabledServers } from '../catalog/sources/load-specs.ts';
import type { Embedder } from '../embedding/embedder.ts';
import type { Database } from '../storage/open-database.ts';
import { configFiles } from './config/config-files.ts';
import type { LoadedConfig } from './config/load-config.ts';

/** The catalog of a root, closed with the app. */
export interface AppCatalog extends CatalogServices {
  close(): Promise<void>;
}

/** Nothing is read, opened or started before it is used. */
export function catalogServices(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  config(root: string): Promise<LoadedConfig>;
  database(): Promise<Database<CatalogTables>>;
}): AppCatalog {
  const { root, env, clock, logger, config, database } = options;
  const files = configFiles(root, env).map((file) => file.path);
  const settings = readOnChange(files, async () => (await config(root)).config.catalog);
  const live = createLiveServers({ root, env, logger, settings, files });

  let embedding: Promise<Embedder> | undefined;
  async function makeEmbedder(): Promise<Embedder> {
    const { createEmbedder } = await import('../embedding/create-embedder.ts');
    const { embeddings } = (await config(root)).config.learning.mcp_context;
    return createEmbedder(embeddings, { env, logger });
  }
  const catalog = createCatalog({
    clock,
    logger,
    settings,
    database,
    servers: async () => enabledServers({ settings: await settings(), root, env }),
    embedder() {
      embedding ??= makeEmbedder();
      return embedding;
    },
  });

  let following: Promise<() => Promise<void>> | undefined;
  async function pool() {
    const servers = await live.pool();
    following ??= followListChanges({ ...services, pool: async () => live.pool() });
    return servers;
  }

  const caller = createToolCaller({
    pool: () => (following ? live.pool() : pool()),
    ...createCallPorts(catalog),
  });

  const services: AppCatalog = {
    root,
    clock,
    logger,
    settings,
    database,
    catalog: async () => catalog,
    pool,
    calls: () => caller,
    async close() {
      await (await following?.catch(() => undefined))?.();
      await live.close();
      await catalog.close();
      await (await embedding?.catch(() => undefined))?.close();
    },
  };
  return services;
}
