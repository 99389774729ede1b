import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { CatalogSettings } from '../config.ts';
import type { Environment } from '../connections/resolve-references.ts';
import type { PoolLimits, ServerPool } from '../connections/server-pool.ts';
import { filesSignature } from './files-signature.ts';
import { importedPath, loadServerSpecs } from './load-specs.ts';

export interface LiveServersOptions {
  readonly root: string;
  readonly env: Environment;
  readonly logger: Logger;
  /** Read anew each time. */
  settings(): Promise<CatalogSettings>;
  /** The files that `settings` comes from. */
  readonly files: readonly string[];
}

/** The pool of the configured servers, which follows the configuration while the program runs. */
export interface LiveServers {
  /** At once when it is open and has followed the configuration lately. */
  pool(): ServerPool | Promise<ServerPool>;
  close(): Promise<void>;
}

const checkEveryMs = 1_000;

export function createLiveServers(options: LiveServersOptions): LiveServers {
  const { root, env, logger } = options;
  let opened: Promise<ServerPool> | undefined;
  let current: ServerPool | undefined;
  let watched: readonly string[] = options.files;
  let signature = '';
  let checkedAt = 0;
  let checking: Promise<void> | undefined;

  async function load() {
    // Before reading, so that a change in between is seen next time.
    const before = await filesSignature(watched);
    const settings = await options.settings();
    const { specs, problems } = await loadServerSpecs({ settings, root, env });
    for (const problem of problems) logger.warn('catalog import', { problem });
    const imported = settings.import.map((file) => importedPath(file, { root, env }));
    const all = [...options.files, ...imported];
    signature = all.length === watched.length ? before : await filesSignature(all);
    watched = all;
    checkedAt = Date.now();
    return { settings, specs };
  }

  async function open(): Promise<ServerPool> {
    const { settings, specs } = await load();
    const { createServerPool } = await import('../connections/server-pool.ts');
    const { collectAlone } = await import('../../base/collect-alone.ts');
    collectAlone();
    return createServerPool({
      specs,
      root,
      env,
      logger,
      ...limitsOf(settings),
    });
  }

  /** A look at a few files, at most once a second: cheaper and surer than watching them. */
  async function follow(pool: ServerPool): Promise<void> {
    checkedAt = Date.now();
    if ((await filesSignature(watched)) === signature) return;
    try {
      const { settings, specs } = await load();
      await pool.replace(specs, limitsOf(settings));
      logger.info('catalog servers reloaded', { servers: specs.length });
    } catch (thrown) {
      signature = await filesSignature(watched);
      logger.warn('changed configuration not taken over', { error: errorMessage(thrown) });
    }
  }

  async function upToDate(): Promise<ServerPool> {
    opened ??= open().catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
    current = await opened;
    if (isOld() && !checking)
      checking = follow(current).finally(() => {
        checking = undefined;
      });
    await checking;
    return current;
  }

  const isOld = () => Date.now() - checkedAt > checkEveryMs;

  return {
    pool: () => (current && !checking && !isOld() ? current : upToDate()),
    async close() {
      const pool = await opened?.catch(() => undefined);
      await pool?.close();
    },
  };
}

function limitsOf({ max_connections, idle_stop_s }: CatalogSettings): PoolLimits {
  return { maxConnections: max_connections, idleStopMs: idle_stop_s * 1000 };
}
