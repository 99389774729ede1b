import type { ErrorNote, IterationRecord } from '../../../context/iteration-record.ts';
import { promise } from '../rules/promise.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { errorsOf, type FoundError } from './iteration-errors.ts';

const filesShown = 15;
const mostFiles = 200;

/**
 * What the memory is told of an iteration: made of its row alone and of what the run found before it, so that whoever
 * continues the run tells the same.
 */
export function recordOf(
  iteration: StoredIteration & { readonly status: IterationRecord['status'] },
  before: readonly FoundError[] = [],
): IterationRecord {
  const { memory, spend, started_at, ended_at, status } = iteration;
  const duration = ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(started_at);
  const success = succeeded(iteration);
  // What was taken back is not there to be looked at.
  const artifacts = status === 'accepted' ? iteration.changed_files.slice(0, mostFiles) : [];
  return {
    run_id: iteration.run_id,
    iteration: iteration.number,
    attempt: iteration.attempt,
    session_id: iteration.session_id,
    task_id: iteration.task_id,
    status,
    success,
    summary: summaryOf(iteration, success),
    duration_ms: Math.max(0, duration),
    tokens_used: spend.input_tokens + spend.output_tokens,
    cost: spend.cost_usd ?? 0,
    tool_calls: memory.heard?.tool_calls ?? [],
    artifacts,
    errors: errorsOf(iteration).map(noteOf),
    errors_before: before.map(noteOf),
    green_gates: iteration.gates.filter(({ ok }) => ok).map(({ name }) => name),
    injected: memory.context?.injected ?? [],
    held_out: memory.context?.held_out ?? [],
    cited: memory.heard?.cited ?? [],
  };
}

function noteOf({ kind, name, text }: FoundError): ErrorNote {
  return { kind, name, text };
}

/** It stands, nothing that counts is red, and something has moved. */
function succeeded({ status, judgement, memory }: StoredIteration): boolean {
  if (status !== 'accepted' || judgement?.green !== true || memory.failed !== undefined)
    return false;
  return memory.complete === true || memory.moved === true;
}

function summaryOf(iteration: StoredIteration, success: boolean): string {
  const { number, status, verdict, changed_files, gates, memory } = iteration;
  const how = status === 'accepted' ? (success ? 'succeeded' : 'did not succeed') : `was ${status}`;
  const what = memory.task ? ` (${memory.task.title})` : '';
  const files = changed_files.slice(0, filesShown).join(', ');
  const more = changed_files.length > filesShown ? ', …' : '';
  const words = (memory.heard?.said ?? '').replaceAll(promise, '').trim();
  return [
    `Iteration ${number}${what} ${how}: ${verdict ?? 'it has no verdict'}.`,
    ...(words === '' ? [] : [`The agent said: ${words}`]),
    ...(files === '' ? [] : [`Changed: ${files}${more}.`]),
    ...(gates.length === 0
      ? []
      : [`Gates: ${gates.map(({ name, ok }) => `${name} ${ok ? 'green' : 'red'}`).join(', ')}.`]),
  ].join('\n');
}
