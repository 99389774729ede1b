import type { Clock } from '../base/clock.ts';
import { userDataFolder } from '../base/data-folder.ts';
import type { Logger } from '../base/logger.ts';
import type { PlanningServices } from '../loop/planning/services.ts';
import type { SessionServices } from '../session/services.ts';
import type { App } from './create-app.ts';
import { copyProjectDatabase, openProjectDatabase } from './database.ts';
import { copyServer } from './session-services.ts';

/** What planning in one root needs from the app. */
export function planningServices(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: App['database'];
  readonly sessions: SessionServices;
}): PlanningServices {
  const { root, env, clock, logger, database, sessions } = options;
  return {
    root,
    dataFolder: userDataFolder(env),
    clock,
    logger,
    env,
    database,
    sessionsOf: (copy) => ({
      ...sessions,
      server: async (sessionId) => copyServer(root, sessionId, copy),
    }),
    copyDatabase: (target) => copyProjectDatabase(root, target),
    openCopy: (copy) => openProjectDatabase(root, logger, copy),
  };
}
