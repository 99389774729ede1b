import { sql, type Transaction, type Updateable } from 'kysely';
import { redactValue } from '../../../base/redaction.ts';
import type { Iteration, Run } from '../run.ts';
import type { RecordedRunEvent, RunEvent } from '../run-event.ts';
import type { RunOptions } from '../run-options.ts';
import type { IterationMemory, RunMemory } from './run-memory.ts';
import type { IterationTable, RunTable, RunTables } from './tables.ts';

type Handle = Transaction<RunTables>;

export type RunPatch = Partial<
  Pick<
    Run,
    | 'status'
    | 'phase'
    | 'waiting'
    | 'started_at'
    | 'ended_at'
    | 'exit_code'
    | 'reason'
    | 'branch'
    | 'worktree'
    | 'baseline'
  >
> & { readonly memory?: RunMemory };

export type IterationPatch = Partial<
  Omit<Iteration, 'run_id' | 'number' | 'attempt' | 'launch_id' | 'started_at' | 'context'>
> & { readonly memory?: IterationMemory };

export type IterationKey = Pick<Iteration, 'run_id' | 'number' | 'attempt'>;

export interface NewRun {
  readonly id: string;
  readonly options: RunOptions;
  readonly startedBy: Run['started_by'];
  readonly logPath: string;
  readonly createdAt: Date;
}

export async function insertRun(tx: Handle, run: NewRun): Promise<void> {
  await tx
    .insertInto('runs')
    .values({
      id: run.id,
      options: JSON.stringify(run.options),
      started_by: run.startedBy,
      status: 'queued',
      created_at: run.createdAt.toISOString(),
      log_path: run.logPath,
    })
    .execute();
}

export async function patchRun(tx: Handle, id: string, patch: RunPatch): Promise<void> {
  const { waiting, baseline, memory, ...plain } = patch;
  const set: Updateable<RunTable> = {
    ...plain,
    ...(waiting !== undefined && { waiting: waiting && JSON.stringify(waiting) }),
    ...(baseline !== undefined && { baseline: baseline && JSON.stringify(baseline) }),
    ...(memory !== undefined && { memory: JSON.stringify(memory) }),
  };
  if (Object.keys(set).length === 0) return;
  await tx.updateTable('runs').set(set).where('id', '=', id).execute();
}

export async function insertIteration(
  tx: Handle,
  start: IterationKey &
    Pick<Iteration, 'agent' | 'session_id' | 'task_id' | 'launch_id' | 'started_at'> & {
      readonly memory: IterationMemory;
    },
): Promise<void> {
  await tx
    .insertInto('iterations')
    .values({ ...start, status: 'running', memory: JSON.stringify(start.memory) })
    .execute();
}

export async function patchIteration(
  tx: Handle,
  key: IterationKey,
  patch: IterationPatch,
): Promise<void> {
  const {
    changed_files,
    commits,
    gates,
    judgement,
    tampering,
    rejection,
    spend,
    memory,
    ...plain
  } = patch;
  const json = { changed_files, commits, gates, judgement, tampering, rejection, memory };
  const given = Object.entries(json).filter(([, value]) => value !== undefined);
  const set: Updateable<IterationTable> = {
    ...plain,
    ...Object.fromEntries(
      given.map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]),
    ),
    ...spend,
  };
  if (Object.keys(set).length === 0) return;
  await tx
    .updateTable('iterations')
    .set(set)
    .where('run_id', '=', key.run_id)
    .where('number', '=', key.number)
    .where('attempt', '=', key.attempt)
    .execute();
}

/** A run has spent what all its launches have, also those that were broken off. */
export async function addUpSpend(tx: Handle, id: string): Promise<void> {
  const total = await tx
    .selectFrom('iterations')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('input_tokens'), sql<number>`0`).as('input_tokens'),
      fn.coalesce(fn.sum<number>('output_tokens'), sql<number>`0`).as('output_tokens'),
      fn.sum<number | null>('cost_usd').as('cost_usd'),
    ])
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow();
  await tx.updateTable('runs').set(total).where('id', '=', id).execute();
}

const longestText = 4_000;

/** The next row of a run's story, numbered without a gap. What it holds is free of secrets, and not without end. */
export async function insertEvent(
  tx: Handle,
  { runId, iteration, at }: { runId: string; iteration: number | null; at: string },
  event: RunEvent,
): Promise<RecordedRunEvent> {
  const json = JSON.stringify(redactValue(clipped(event)));
  const { seq } = await tx
    .insertInto('run_events')
    .columns(['run_id', 'seq', 'iteration', 'at', 'event'])
    .expression((eb) =>
      eb
        .selectFrom('run_events')
        .select(({ fn, val, lit }) => [
          val(runId).as('run_id'),
          sql<number>`${fn.coalesce(fn.max('seq'), lit(0))} + 1`.as('seq'),
          val(iteration).as('iteration'),
          val(at).as('at'),
          val(json).as('event'),
        ])
        .where('run_id', '=', runId),
    )
    .returning('seq')
    .executeTakeFirstOrThrow();
  return { seq, run_id: runId, iteration, at, event: JSON.parse(json) };
}

function clipped(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > longestText ? `${value.slice(0, longestText)} …` : value;
  }
  if (Array.isArray(value)) return value.map(clipped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clipped(part)]));
}
