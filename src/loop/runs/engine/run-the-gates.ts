import type { GateResult } from '../../gates/gate.ts';
import { type GateJudgement, judgeGates } from '../../gates/judge-gates.ts';
import { runGates } from '../../gates/run-gates.ts';
import type { RunEvent } from '../run-event.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunContext } from './run-context.ts';

/** Runs every gate in the folder, and tells of each. When the run is called off, some have no result. */
export async function runTheGates(
  context: RunContext,
  where: {
    readonly folder: string;
    readonly iteration: number | null;
    /** What the gates said before the run, once that is known. */
    readonly before?: readonly GateResult[] | null;
    readonly launchId: string;
  },
): Promise<readonly GateResult[]> {
  const { journal, listener, options, services, signal } = context;
  const results = await runGates(options.gates, {
    cwd: where.folder,
    env: services.env,
    signal,
    launchId: where.launchId,
    onStart: ({ name }) => journal.note(where.iteration, { kind: 'gate_started', name }),
    onLine: ({ name }, line) => listener.gateLine(name, line),
    onResult: (result) => journal.note(where.iteration, gateEvent(options, result, where.before)),
  });
  await journal.flush();
  return results;
}

function gateEvent(
  options: RunOptions,
  result: GateResult,
  before: readonly GateResult[] | null | undefined,
): RunEvent {
  const forgiven = before && isForgiven(options, result, before);
  return { kind: 'gate', result, ...(forgiven && { forgiven }) };
}

/** Red, with nothing but failures that count for nothing because they were there before. */
export function isForgiven(
  options: RunOptions,
  result: GateResult,
  before: readonly GateResult[],
): boolean {
  const gates = options.gates.filter(({ name }) => name === result.name);
  return !result.ok && judgeAgainst({ gates }, [result], before).green;
}

export function judgeAgainst(
  options: Pick<RunOptions, 'gates'>,
  now: readonly GateResult[],
  baseline: readonly GateResult[],
): GateJudgement {
  const modes = Object.fromEntries(options.gates.map((gate) => [gate.name, gate.baseline]));
  return judgeGates(now, baseline, modes);
}
