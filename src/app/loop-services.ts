import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { createRoots } from '../loop/roots.ts';
import type { LoopServices } from '../loop/services.ts';
import { loopTools } from '../loop/tools.ts';
import type { Tool } from '../tool/tool.ts';
import type { App, ProjectServer } from './create-app.ts';

/** The loop's tools with what they need from the app. */
export function boundLoopTools(options: {
  readonly roots: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: App['config'];
  readonly projectServer: ProjectServer;
}): Tool[] {
  const { roots, env, clock, logger, config, projectServer } = options;
  const services: LoopServices = {
    roots: createRoots(roots),
    env,
    clock,
    logger,
    async loadConfig(root, explicit) {
      const { ConfigError } = await import('./config/problem.ts');
      try {
        return { ok: true, config: (await config(root, explicit)).config, problems: [] };
      } catch (thrown) {
        if (thrown instanceof ConfigError) return { ok: false, problems: thrown.problems };
        throw thrown;
      }
    },
    async inspectDatabase(root) {
      const { inspectProjectDatabase } = await import('./database.ts');
      return inspectProjectDatabase(root);
    },
    projectServer: projectServer.files,
    async configSchema() {
      const { configJsonSchema } = await import('./config/json-schema.ts');
      return configJsonSchema();
    },
  };
  return loopTools.map((tool) => tool.bind(() => services));
}
