import type { Selectable } from 'kysely';
import { type Iteration, iterationStatuses } from '../run.ts';
import { type IterationMemory, iterationMemorySchema } from './run-memory.ts';
import { oneOf } from './run-rows.ts';
import {
  parseColumn,
  storedGates,
  storedJudgement,
  storedList,
  storedRejection,
} from './stored-values.ts';
import type { IterationTable } from './tables.ts';

/** An iteration with what only the engine needs of it. */
export interface StoredIteration extends Iteration {
  readonly memory: IterationMemory;
}

export function toIteration(row: Selectable<IterationTable>): StoredIteration {
  const memory = iterationMemorySchema.parse(JSON.parse(row.memory));
  return {
    run_id: row.run_id,
    number: row.number,
    attempt: row.attempt,
    status: oneOf(iterationStatuses, row.status) ?? 'abandoned',
    agent: row.agent,
    session_id: row.session_id,
    task_id: row.task_id,
    launch_id: row.launch_id,
    started_at: row.started_at,
    ended_at: row.ended_at,
    changed_files: storedList.parse(JSON.parse(row.changed_files)),
    commits: storedList.parse(JSON.parse(row.commits)),
    gates: storedGates.parse(JSON.parse(row.gates)),
    judgement: parseColumn(storedJudgement, row.judgement),
    tampering: storedList.parse(JSON.parse(row.tampering)),
    verdict: row.verdict,
    rejection: parseColumn(storedRejection, row.rejection),
    spend: {
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      cost_usd: row.cost_usd,
    },
    agent_ended: row.agent_ended,
    last_text: row.last_text,
    context: contextOf(memory),
    memory,
  };
}

function contextOf({ context, heard, remembered }: IterationMemory): StoredIteration['context'] {
  if (!context) return null;
  return { ...context, cited: heard?.cited ?? [], stored: remembered ?? null };
}
