import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { createRoots } from '../loop/roots.ts';
import type { LoopServices } from '../loop/services.ts';
import type { App, ProjectServer } from './create-app.ts';
import { programFile } from './program.ts';

/** What the loop's tools need from the app. */
export function loopServices(options: {
  readonly roots: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: App['config'];
  readonly projectServer: ProjectServer;
  /** The application of any root that calls may name. */
  readonly appOf: (root: string) => App;
}): LoopServices {
  const { roots, env, clock, logger, config, projectServer, appOf } = options;
  return {
    roots: createRoots(roots),
    program: programFile(),
    declinedQuestions: new Set(),
    runs: (root) => appOf(root).runs(),
    hasDatabase: (root) => appOf(root).sessions.hasDatabase(),
    database: (root) => appOf(root).database(),
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
}
