import { ToolError } from '../../base/errors.ts';
import type { Database } from '../../storage/open-database.ts';
import { giveUpLostRuns } from '../runs/store/admit-run.ts';
import type { StoredRun } from '../runs/store/run-rows.ts';
import { type RunStore, runStore } from '../runs/store/run-store.ts';
import type { LoopServices, LoopTables } from '../services.ts';

export interface FoundRun {
  readonly root: string;
  readonly database: Database<LoopTables>;
  readonly store: RunStore;
  readonly run: StoredRun;
}

/** The run of this id in whichever of the server's roots it is. */
export async function findRun(services: LoopServices, id: string): Promise<FoundRun> {
  let refusal: ToolError | undefined;
  for (const root of await services.roots.all()) {
    if (!(await services.hasDatabase(root))) continue;
    const database = await services.database(root);
    await giveUpLostRuns(database, services.clock);
    const store = runStore(database, services.clock);
    try {
      return { root, database, store, run: await store.find(id) };
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      if (refusal === undefined || thrown.code !== 'not_found') refusal = thrown;
    }
  }
  throw (
    refusal ??
    new ToolError('not_found', `There is no run "${id}".`, {
      hint: 'Use the run_id that ralph_run or ralph_understand answered.',
    })
  );
}
