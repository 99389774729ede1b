import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { ProjectServices } from '../project/services.ts';
import type { SessionServices } from '../session/services.ts';
import type { Database } from '../storage/open-database.ts';
import { createRegistry, type Registry } from '../tool/registry.ts';
import { toolsets as allToolsets, type Tool, type Toolset } from '../tool/tool.ts';
import type { LoadedConfig, LoadOptions } from './config/load-config.ts';
import type { RalphTables } from './database.ts';

export interface AppOptions {
  /** Absolute; the first is meant when a call names none. */
  readonly roots: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: NonNullable<LoadOptions['flags']>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Ralph, wired: every subject's tools bound to their services. Nothing is opened or read until used. */
export interface App {
  readonly roots: readonly [string, ...string[]];
  /** The tools of these sets; those of others are not even loaded. All of them unless given. */
  registry(toolsets?: readonly Toolset[]): Promise<Registry>;
  readonly sessions: SessionServices;
  config(root: string): Promise<LoadedConfig>;
  /** The project's database, opened on first use and closed with the app. */
  database(): Promise<Database<RalphTables>>;
  close(): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const { roots, env, logger, flags = {}, clock = systemClock } = options;
  const [root] = roots;

  async function config(at: string): Promise<LoadedConfig> {
    const { loadConfig } = await import('./config/load-config.ts');
    return loadConfig({ root: at, env, flags });
  }

  let opened: Promise<Database<RalphTables>> | undefined;
  function database(): Promise<Database<RalphTables>> {
    opened ??= import('./database.ts').then(({ openProjectDatabase }) =>
      openProjectDatabase(root, logger),
    );
    return opened;
  }

  const load: Partial<Record<Toolset, () => Promise<readonly Tool[]>>> = {
    async loop() {
      const { boundLoopTools } = await import('./loop-services.ts');
      return boundLoopTools({ roots, env, clock, logger, config });
    },
    async project() {
      const { projectTools } = await import('../project/tools.ts');
      const project: ProjectServices = { root, clock, database };
      return projectTools.map((tool) => tool.bind(() => project));
    },
  };
  async function registry(toolsets: readonly Toolset[] = allToolsets): Promise<Registry> {
    const loaded = await Promise.all(toolsets.map((toolset) => load[toolset]?.() ?? []));
    return createRegistry(loaded.flat());
  }

  return {
    roots,
    registry,
    config,
    database,
    sessions: {
      root,
      clock,
      registry,
      database,
      async settings() {
        const { sessionSettings } = await import('./session-services.ts');
        return sessionSettings((await config(root)).config);
      },
      async server(sessionId) {
        const { buildServerFile, sessionServer } = await import('./session-services.ts');
        await buildServerFile(root, await registry(['project']));
        return sessionServer(root, sessionId);
      },
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
