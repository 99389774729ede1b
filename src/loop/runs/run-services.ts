import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { LeaseSchema } from '../../storage/leases.ts';
import type { Database } from '../../storage/open-database.ts';
import type { LoopMemory } from '../memory.ts';
import type { Transcript } from './report/transcript.ts';
import type { Iteration, Run } from './run.ts';
import type { RunOptions } from './run-options.ts';
import type { RunTables } from './store/tables.ts';
import type { WorkSource } from './work.ts';

/** What a run needs from around it. */
export interface RunServices {
  readonly root: string;
  /** The user's own folder for Ralph, where snapshots are out of an agent's reach. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  database(): Promise<Database<RunTables & LeaseSchema>>;
  /** `folder` is where the agent works: the root, or the run's worktree. */
  work(options: RunOptions, runId: string, folder: string): WorkSource;
  /** What the run remembers beyond its iterations. */
  memory(runId: string): Promise<LoopMemory>;
  transcript(run: Run): Transcript;
  /** Tells whoever the options name; called once for each end and each wait for people. */
  notify?(
    event: 'finish' | 'needs_input',
    run: Run,
    iterations: readonly Iteration[],
  ): Promise<void>;
}
