import type { Selectable } from 'kysely';
import { type Run, runPhases, runStatuses } from '../run.ts';
import { type RunOptions, runOptionsSchema } from '../run-options.ts';
import { type RunMemory, runMemorySchema } from './run-memory.ts';
import { parseColumn, storedGates, storedList, storedWaiting } from './stored-values.ts';
import type { RunTable } from './tables.ts';

/** A run with what only the engine needs of it. */
export interface StoredRun extends Run {
  readonly memory: RunMemory;
  readonly approved_findings: readonly string[];
}

export function toRun(row: Selectable<RunTable>): StoredRun {
  return {
    id: row.id,
    options: parseOptions(row.options),
    started_by: row.started_by === 'mcp' ? 'mcp' : 'cli',
    status: oneOf(runStatuses, row.status) ?? 'failed',
    phase: row.phase === null ? null : (oneOf(runPhases, row.phase) ?? null),
    waiting: parseColumn(storedWaiting, row.waiting),
    created_at: row.created_at,
    started_at: row.started_at,
    ended_at: row.ended_at,
    exit_code: oneOf([0, 1, 2, 130] as const, row.exit_code) ?? null,
    reason: row.reason,
    log_path: row.log_path,
    branch: row.branch,
    worktree: row.worktree,
    spend: {
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      cost_usd: row.cost_usd,
    },
    cancel_requested: row.cancel_requested_by !== null,
    approved: row.approved_by !== null,
    undone: row.undone_at !== null,
    baseline: parseColumn(storedGates, row.baseline),
    memory: runMemorySchema.parse(JSON.parse(row.memory)),
    approved_findings: storedList.parse(JSON.parse(row.approved_findings)),
  };
}

let lastOptions: { readonly json: string; readonly options: RunOptions } | undefined;

/** Options never change, and the same run is read again and again while it goes on. */
function parseOptions(json: string): RunOptions {
  if (lastOptions?.json !== json) {
    lastOptions = { json, options: runOptionsSchema.parse(JSON.parse(json)) };
  }
  return lastOptions.options;
}

export function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}
