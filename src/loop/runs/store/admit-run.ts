import type { Transaction } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import { ToolError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { LeaseSchema } from '../../../storage/leases.ts';
import type { Database } from '../../../storage/open-database.ts';
import { isRunLeaseHeld } from '../engine/run-lease.ts';
import { logPathFor } from '../report/log-names.ts';
import type { Run } from '../run.ts';
import type { RunOptions } from '../run-options.ts';
import { toRun } from './run-rows.ts';
import type { RunTables } from './tables.ts';
import { insertEvent, insertRun, patchRun } from './write-run.ts';

type Tables = RunTables & LeaseSchema;

/** How long a run may wait for its process before it counts as one that never came. */
const longestQueueMs = 60_000;

/**
 * A new run, waiting for a process, if no other is under way in this root. The look and the row are one transaction:
 * of two who ask at the same time, one gets the run and the other a refusal that names it.
 */
export async function admitRun(
  database: Database<Tables>,
  given: {
    readonly options: RunOptions;
    readonly startedBy: Run['started_by'];
    readonly clock: Clock;
  },
): Promise<Run> {
  const { options, startedBy, clock } = given;
  const begun = await database.transaction(async (tx) => {
    const now = clock.now();
    await giveUpLost(tx, now);
    const active = await tx
      .selectFrom('runs')
      .select(['id', 'status'])
      .where('status', 'in', ['queued', 'running'])
      .orderBy('created_at')
      .executeTakeFirst();
    if (active) return { active };
    const recent = await tx
      .selectFrom('runs')
      .select('log_path')
      .orderBy('created_at', 'desc')
      .limit(100)
      .execute();
    const taken = new Set(recent.map(({ log_path }) => log_path));
    const id = newId('run', clock);
    const logPath = logPathFor(now, `ralph_${options.kind}`, (path) => taken.has(path));
    await insertRun(tx, { id, options, startedBy, logPath, createdAt: now });
    const row = tx.selectFrom('runs').selectAll().where('id', '=', id);
    return { run: toRun(await row.executeTakeFirstOrThrow()) };
  });
  if ('run' in begun) return begun.run;
  throw await refusalFor(database, clock, begun.active);
}

/** Refuses to go on with a run while another one has not ended. */
export async function refuseOtherRuns(
  database: Database<Tables>,
  clock: Clock,
  runId: string,
): Promise<void> {
  await giveUpLostRuns(database, clock);
  const other = await database.kysely
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('status', 'in', ['queued', 'running'])
    .where('id', '<>', runId)
    .executeTakeFirst();
  if (other) throw await refusalFor(database, clock, other);
}

async function refusalFor(
  database: Database<Tables>,
  clock: Clock,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<ToolError> {
  const held = status === 'queued' || (await isRunLeaseHeld(database, { clock }));
  return held ? underWay(id) : brokenOff(id);
}

/** Ends runs whose process was started and never came. */
export async function giveUpLostRuns(database: Database<Tables>, clock: Clock): Promise<void> {
  await database.transaction((tx) => giveUpLost(tx, clock.now()));
}

async function giveUpLost(tx: Transaction<Tables>, now: Date): Promise<void> {
  const lost = await tx
    .selectFrom('runs')
    .select('id')
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(now.getTime() - longestQueueMs).toISOString())
    .execute();
  const reason = 'its process never came';
  const at = now.toISOString();
  for (const { id } of lost) {
    const spend = { input_tokens: 0, output_tokens: 0, cost_usd: null };
    const end = { status: 'failed', exit_code: 1, reason } as const;
    await patchRun(tx, id, { ...end, ended_at: at });
    await insertEvent(tx, { runId: id, iteration: null, at }, { kind: 'run_ended', ...end, spend });
  }
}

function underWay(id: string): ToolError {
  return new ToolError('conflict', `Run ${id} is under way in this root.`, {
    hint: `Follow it with ralph_run_status or "ralph runs watch ${id}", or end it with ralph_run_cancel or "ralph runs cancel ${id}".`,
    details: [{ field: 'run_id', message: id }],
  });
}

function brokenOff(id: string): ToolError {
  return new ToolError('conflict', `Run ${id} was broken off and has not ended.`, {
    hint: `Go on with it: "ralph runs resume ${id}". Give it up: ralph_run_cancel or "ralph runs cancel ${id}". What it has done is kept either way.`,
    details: [{ field: 'run_id', message: id }],
  });
}
