import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { createRoots } from '../loop/roots.ts';
import type { LoopServices } from '../loop/services.ts';
import { loopTools } from '../loop/tools.ts';
import { createRegistry, type Registry } from '../tool/registry.ts';
import type { LoadedConfig, LoadOptions } from './config/load-config.ts';
import { inspectProjectDatabase } from './database.ts';

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
  readonly registry: Registry;
  config(root: string): Promise<LoadedConfig>;
  close(): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const { roots, env, logger, flags = {}, clock = systemClock } = options;

  async function config(root: string): Promise<LoadedConfig> {
    const { loadConfig } = await import('./config/load-config.ts');
    return loadConfig({ root, env, flags });
  }

  const loop: LoopServices = {
    roots: createRoots(roots),
    env,
    clock,
    logger,
    async loadConfig(root) {
      const { ConfigError } = await import('./config/problem.ts');
      try {
        return { ok: true, config: (await config(root)).config, problems: [] };
      } catch (thrown) {
        if (thrown instanceof ConfigError) return { ok: false, problems: thrown.problems };
        throw thrown;
      }
    },
    inspectDatabase: inspectProjectDatabase,
    async configSchema() {
      const { configJsonSchema } = await import('./config/json-schema.ts');
      return configJsonSchema();
    },
  };

  const registry = createRegistry(loopTools.map((tool) => tool.bind(() => loop)));
  return { roots, registry, config, close: async () => {} };
}
