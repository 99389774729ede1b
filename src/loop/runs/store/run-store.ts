import type { Transaction } from 'kysely';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { ToolError } from '../../../base/errors.ts';
import type { LeaseSchema } from '../../../storage/leases.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { RunStatus } from '../run.ts';
import type { RecordedRunEvent, RunEvent } from '../run-event.ts';
import { type StoredIteration, toIteration } from './iteration-rows.ts';
import { type RunRequests, runRequests } from './run-requests.ts';
import { type StoredRun, toRun } from './run-rows.ts';
import type { RunTables } from './tables.ts';
import {
  addUpSpend,
  type IterationKey,
  type IterationPatch,
  insertEvent,
  insertIteration,
  patchIteration,
  patchRun,
  type RunPatch,
} from './write-run.ts';

/** What is written in one transaction: rows and the events that tell of them. */
export interface RunChange {
  readonly run?: RunPatch;
  readonly newIteration?: Parameters<typeof insertIteration>[1];
  readonly iteration?: { readonly key: IterationKey; readonly patch: IterationPatch };
  readonly events?: readonly { readonly iteration: number | null; readonly event: RunEvent }[];
}

export interface RunStore extends RunRequests {
  get(id: string): Promise<StoredRun>;
  /** By id, by the start of one, or `latest`. */
  find(idOrPrefix: string): Promise<StoredRun>;
  /** Newest first. */
  list(filter: { readonly limit: number; readonly status?: RunStatus }): Promise<StoredRun[]>;
  /** In order, with every attempt; all of them, or those from a number on. */
  iterations(runId: string, from?: number): Promise<StoredIteration[]>;
  events(
    runId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<RecordedRunEvent[]>;
  /** When the last sign of the run was seen. */
  lastEventAt(runId: string): Promise<string | undefined>;
  record(runId: string, iteration: number | null, event: RunEvent): Promise<RecordedRunEvent>;
  /** Everything of a change or nothing of it; nothing when `mayWrite` throws. */
  write(
    runId: string,
    change: RunChange,
    mayWrite?: (tx: Transaction<RunTables & LeaseSchema>) => Promise<void>,
  ): Promise<RecordedRunEvent[]>;
  markUndone(runId: string): Promise<void>;
  /** An ended run may go on: neither its cancellation nor its end stand in the way any more. */
  reopen(runId: string, patch: RunPatch): Promise<void>;
}

export function runStore(database: Database<RunTables>, clock: Clock = systemClock): RunStore {
  const db = database.kysely;
  const now = () => clock.now().toISOString();

  async function get(id: string): Promise<StoredRun> {
    const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw noSuchRun(id);
    return toRun(row);
  }

  async function iterations(runId: string, from = 0): Promise<StoredIteration[]> {
    const rows = await db
      .selectFrom('iterations')
      .selectAll()
      .where('run_id', '=', runId)
      .where('number', '>=', from)
      .orderBy('number')
      .orderBy('attempt')
      .execute();
    return rows.map(toIteration);
  }

  const write: RunStore['write'] = (runId, change, mayWrite) =>
    database.transaction(async (tx) => {
      await mayWrite?.(tx.withTables<Pick<LeaseSchema, 'leases'>>());
      if (change.newIteration) await insertIteration(tx, change.newIteration);
      if (change.iteration) {
        await patchIteration(tx, change.iteration.key, change.iteration.patch);
        if (change.iteration.patch.spend) await addUpSpend(tx, runId);
      }
      if (change.run) await patchRun(tx, runId, change.run);
      const recorded: RecordedRunEvent[] = [];
      for (const { iteration, event } of change.events ?? []) {
        recorded.push(await insertEvent(tx, { runId, iteration, at: now() }, event));
      }
      return recorded;
    });

  return {
    get,
    iterations,
    write,

    async find(idOrPrefix) {
      if (idOrPrefix === 'latest') {
        const row = await db
          .selectFrom('runs')
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .executeTakeFirst();
        if (!row) throw noRuns();
        return toRun(row);
      }
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('id', '>=', idOrPrefix)
        .where('id', '<', `${idOrPrefix}\u{10ffff}`)
        .orderBy('id')
        .limit(5)
        .execute();
      const [only, another] = rows;
      const exact = rows.find((row) => row.id === idOrPrefix);
      if (!only || idOrPrefix === '') throw noSuchRun(idOrPrefix);
      if (another && !exact) {
        const ids = rows.map(({ id }) => id).join(', ');
        throw new ToolError('conflict', `"${idOrPrefix}" fits several runs: ${ids}.`, {
          hint: 'Give more of the id.',
        });
      }
      return toRun(exact ?? only);
    },

    async list({ limit, status }) {
      let query = db.selectFrom('runs').selectAll();
      if (status) query = query.where('status', '=', status);
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },

    async events(runId, { after, limit }) {
      const rows = await db
        .selectFrom('run_events')
        .selectAll()
        .where('run_id', '=', runId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(({ event, ...row }) => ({ ...row, event: JSON.parse(event) }));
    },

    async lastEventAt(runId) {
      const row = await db
        .selectFrom('run_events')
        .select('at')
        .where('run_id', '=', runId)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.at;
    },

    async record(runId, iteration, event) {
      return database.transaction((tx) => insertEvent(tx, { runId, iteration, at: now() }, event));
    },

    ...runRequests({ database, now, get, iterations }),

    async markUndone(runId) {
      await db.updateTable('runs').set({ undone_at: now() }).where('id', '=', runId).execute();
    },

    async reopen(runId, patch) {
      await database.transaction(async (tx) => {
        await tx
          .updateTable('runs')
          .set({ cancel_requested_by: null })
          .where('id', '=', runId)
          .execute();
        await patchRun(tx, runId, patch);
      });
    },
  };
}

function noRuns(): ToolError {
  return new ToolError('not_found', 'There are no runs in this folder yet.', {
    hint: 'Start one with: ralph run',
  });
}

function noSuchRun(id: string): ToolError {
  return new ToolError('not_found', `There is no run "${id}".`, {
    hint: 'List the runs of this project: ralph runs list',
  });
}
