import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { newId } from '../../../base/ids.ts';
import { createLogger } from '../../../base/logger.ts';
import { nothingRecalled } from '../../../context/recall-for-session.ts';
import type { DemoScript } from '../../agents/demo/agent-program.ts';
import { newRepository } from '../../guards/testing/git-fixture.ts';
import type { LoopMemory } from '../../memory.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { type ExecuteOptions, executeRun } from '../engine/execute-run.ts';
import { openTranscript } from '../report/transcript.ts';
import { promisesCompletion } from '../rules/promise.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunServices } from '../run-services.ts';
import { runStore } from '../store/run-store.ts';
import type { RunHistory, WorkSource } from '../work.ts';
import { queueRun } from './queue-run.ts';
import { runOptions } from './run-options.ts';

export interface SampleRun {
  readonly files?: Readonly<Record<string, string>>;
  readonly turns?: DemoScript['turns'];
  readonly options?: Partial<RunOptions>;
  readonly work?: Partial<WorkSource>;
  readonly memory?: LoopMemory;
  readonly clock?: Clock;
  /** Instead of a new repository. */
  readonly root?: string;
}

/** A repository with the scripted agent, and a run of it that has not started. */
export async function sampleRun(sample: SampleRun = {}) {
  const { clock = systemClock } = sample;
  const root =
    sample.root ?? newRepository({ 'a.txt': 'a\n', '.gitignore': '.ralph/\n', ...sample.files });
  const scripts = temporaryFolder();
  const script = path.join(scripts, 'script.json');
  const setTurns = (turns: DemoScript['turns']) =>
    writeFiles(scripts, { 'script.json': JSON.stringify({ turns }) });
  setTurns(sample.turns ?? []);
  const logger = createLogger({ write: () => undefined });
  const database = await openProjectDatabase(root, logger);
  onTestFinished(() => database.close());
  const asked: RunHistory[] = [];
  const services: RunServices = {
    root,
    dataFolder: path.join(scripts, 'data'),
    clock,
    logger,
    env: { PATH: process.env.PATH, HOME: scripts, RALPH_DEMO_SCRIPT: script },
    database: async () => database,
    work: () => ({ ...promptWork(asked), ...sample.work }),
    memory: async () => sample.memory ?? noMemory,
    transcript: (run) => openTranscript({ root, run, logger }),
  };
  const store = runStore(database, clock);
  const id = newId('run', clock);
  const options = runOptions(sample.options);
  await queueRun(database, { id, options, createdAt: clock.now() });
  return {
    root,
    id,
    store,
    services,
    database,
    asked,
    setTurns,
    execute: (over: Partial<ExecuteOptions> = {}) =>
      executeRun(services, id, { signal: new AbortController().signal, ...over }),
    async kinds(): Promise<string[]> {
      return (await store.events(id, { after: 0, limit: 1_000 })).map(({ event }) => event.kind);
    },
  };
}

const noMemory: LoopMemory = {
  recall: async () => nothingRecalled,
  record: async () => ({ id: null, errors: [], fixed: [] }),
  reflectionInput: async () => undefined,
  applyOperations: async () => undefined,
};

/** The simplest work there is: the same prompt until the agent promises that it is done. */
function promptWork(asked: RunHistory[]): WorkSource {
  return {
    async next(history) {
      asked.push(history);
      const assignment = {
        prompt: `Iteration ${history.iteration}`,
        prompt_tokens: 3,
        task: null,
        session_id: null,
        mcp_config: null,
        tools: [],
        context: null,
      };
      return { kind: 'work', assignment };
    },
    measure: async (text) => ({ mode: 'prompt', promised: promisesCompletion(text) }),
    accepted: async () => undefined,
    rejected: async () => [],
    openQuestions: async () => [],
  };
}
