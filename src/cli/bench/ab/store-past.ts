import { UserError } from '../../../base/errors.ts';
import { readTextIfExists } from '../../../base/files.ts';
import type { Context } from '../../../context/context.ts';
import { recordIteration } from '../../../context/record-iteration.ts';
import { storeItems } from '../../../context/store-items.ts';
import { importLines } from '../../../context/transfer/import-items.ts';
import type { BenchTask, PastFix } from './tasks/task.ts';

/** Puts into a memory what the project went through before a task. */
export async function storePast(context: Context, task: BenchTask): Promise<void> {
  for (const [at, past] of task.history.entries()) await storeFix(context, task, past, at);
  const skills = task.skills.map((content) => ({ content, content_type: 'skill' as const }));
  if (skills.length > 0) await storeItems(context, skills);
  if (task.memory === undefined) return;
  const text = await readTextIfExists(task.memory);
  if (text === undefined) {
    throw new UserError(`The memory of "${task.name}" is missing: ${task.memory}`, {
      hint: 'Write it with: ralph context export',
    });
  }
  await importLines(context, text);
}

/** As a run of two iterations leaves it: a gate that failed, and the change that made it green. */
async function storeFix(
  context: Context,
  task: BenchTask,
  { problem, fix, files = [] }: PastFix,
  at: number,
): Promise<void> {
  const gate = task.gates[0]?.name ?? 'test';
  const nothing = { duration_ms: 0, tokens_used: 0, cost: 0, tool_calls: [], errors: [] };
  const common = {
    ...nothing,
    run_id: `past-${at + 1}`,
    attempt: 1,
    session_id: null,
    task_id: null,
    status: 'accepted',
    artifacts: files,
    errors_before: [],
    injected: [],
    held_out: [],
    cited: [],
  } as const;
  await recordIteration(context, {
    ...common,
    iteration: 1,
    success: false,
    summary: `Iteration 1 did not succeed: the agent has not promised completion, and ${gate} has 1 failure: ${problem}\nGates: ${gate} red.`,
    errors: [{ kind: 'gate', name: gate, text: `The gate ${gate} failed: ${problem}` }],
    green_gates: [],
  });
  const changed = files.length === 0 ? '' : `\nChanged: ${files.join(', ')}.`;
  await recordIteration(context, {
    ...common,
    iteration: 2,
    success: true,
    summary: `Iteration 2 succeeded: the agent promised completion, and every gate is green.\nThe agent said: ${fix}${changed}\nGates: ${gate} green.`,
    green_gates: [gate],
  });
}
