import type { Clock } from '../base/clock.ts';
import { userDataFolder } from '../base/data-folder.ts';
import type { Logger } from '../base/logger.ts';
import type { LoopMemory } from '../loop/memory.ts';
import { notify } from '../loop/runs/report/notify.ts';
import { openTranscript } from '../loop/runs/report/transcript.ts';
import { openQuestions } from '../loop/runs/run-questions.ts';
import type { RunServices } from '../loop/runs/run-services.ts';
import { createWorkSource } from '../loop/runs/work/create-work-source.ts';
import type { SessionServices } from '../session/services.ts';
import type { Database } from '../storage/open-database.ts';
import type { RalphTables } from './database.ts';

/** What runs in one root need from the app. */
export function runServices(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: () => Promise<Database<RalphTables>>;
  readonly sessions: SessionServices;
  /** What a run remembers and recalls. */
  readonly memory: (runId: string) => Promise<LoopMemory>;
}): RunServices {
  const { root, env, clock, logger, database, sessions, memory } = options;
  return {
    root,
    dataFolder: userDataFolder(env),
    clock,
    logger,
    env,
    database,
    memory,
    work: (runOptions, runId, folder) =>
      createWorkSource({
        root,
        folder,
        options: runOptions,
        sessions: {
          ...sessions,
          recall: async (request) => (await memory(runId)).recall(request),
        },
      }),
    transcript: (run) => openTranscript({ root, run, logger }),
    async notify(event, run, iterations) {
      const questions = event === 'finish' ? [] : await openQuestions(await database());
      const problems = await notify({ event, run, iterations, questions }, { root, env });
      for (const problem of problems) logger.warn(problem);
    },
  };
}
