import type { App } from '../../app/create-app.ts';
import type { RalphTables } from '../../app/database.ts';
import { systemClock } from '../../base/clock.ts';
import { ToolError } from '../../base/errors.ts';
import type { RunStore } from '../../loop/runs/store/run-store.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';

export interface OpenRuns {
  readonly app: App;
  readonly database: Database<RalphTables>;
  readonly store: RunStore;
  /** Whether a process is at work in this root. */
  isAlive(): Promise<boolean>;
}

/** The runs of this root. Looking makes no database where there is none. */
export function withRuns<Result>(
  invocation: Invocation,
  use: (runs: OpenRuns) => Promise<Result>,
  whenNone: () => Result | Promise<Result> = refuse,
): Promise<Result> {
  return withApp(invocation, async (app) => {
    if (!(await app.sessions.hasDatabase())) return whenNone();
    const { runStore } = await import('../../loop/runs/store/run-store.ts');
    const { isRunLeaseHeld } = await import('../../loop/runs/engine/run-lease.ts');
    const database = await app.database();
    const isAlive = () => isRunLeaseHeld(database, { clock: systemClock });
    return use({ app, database, store: runStore(database), isAlive });
  });
}

function refuse(): never {
  throw new ToolError('not_found', 'There are no runs in this folder.', {
    hint: 'Start one with: ralph run. If the project is elsewhere, name it with --root.',
  });
}
