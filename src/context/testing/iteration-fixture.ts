import type { IterationRecord } from '../iteration-record.ts';

/** An iteration that went well and left nothing. */
export function iterationFixture(over: Partial<IterationRecord> = {}): IterationRecord {
  return {
    run_id: 'run_1',
    iteration: 1,
    attempt: 1,
    session_id: null,
    task_id: null,
    status: 'accepted',
    success: true,
    summary: `Iteration ${over.iteration ?? 1} went as it went.`,
    duration_ms: 10,
    tokens_used: 100,
    cost: 0,
    tool_calls: ['Bash'],
    artifacts: [],
    errors: [],
    errors_before: [],
    green_gates: [],
    injected: [],
    held_out: [],
    cited: [],
    ...over,
  };
}
