import { StringDecoder } from 'node:string_decoder';
import { newId } from '../../base/ids.ts';
import { createLineReader } from '../agents/stream/line-reader.ts';
import { findFailures } from './failures/find-failures.ts';
import type { Gate, GateResult } from './gate.ts';
import { keepOutput } from './kept-output.ts';
import { createLineRedactor } from './line-redactor.ts';
import { outputTail, plainText } from './output-text.ts';
import { runShellCommand } from './shell-command.ts';

export interface GateRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Given by those who must be able to end a gate's processes after a crash. */
  readonly launchId?: string;
  readonly graceMs?: number;
  onStart?(gate: Gate): void;
  /** Each line as it is printed, without secrets. */
  onLine?(gate: Gate, line: string): void;
  onResult?(result: GateResult): void;
}

const defaultTimeoutSeconds = 600;
const longestLine = 64 * 1024;

/** Runs gates one after another. When it is called off, those that did not run have no result. */
export async function runGates(
  gates: readonly Gate[],
  run: GateRun,
): Promise<readonly GateResult[]> {
  const results: GateResult[] = [];
  for (const gate of gates) {
    if (run.signal.aborted) break;
    run.onStart?.(gate);
    const result = await runGate(gate, run);
    results.push(result);
    run.onResult?.(result);
  }
  return results;
}

async function runGate(gate: Gate, run: GateRun): Promise<GateResult> {
  const startedAt = performance.now();
  const output = keepOutput();
  const decoder = new StringDecoder('utf8');
  const redact = createLineRedactor();
  const lines = createLineReader((raw) => {
    const line = redact(plainText(raw));
    if (line !== undefined) run.onLine?.(gate, line);
  }, longestLine);
  const { exitCode, ended, problem } = await runShellCommand({
    run: gate.run,
    cwd: run.cwd,
    env: run.env,
    signal: run.signal,
    timeoutMs: (gate.timeout_s ?? defaultTimeoutSeconds) * 1000,
    launchId: run.launchId ?? newId('gate'),
    graceMs: run.graceMs,
    onOutput(chunk) {
      output.add(decoder.write(chunk));
      lines.write(chunk);
    },
  });
  output.add(decoder.end());
  lines.end();

  const ok = ended === 'exited' && exitCode === 0;
  const text = output.text();
  const found = ok ? { names: [], unnamed: 0 } : findFailures(plainText(text), run.cwd);
  return {
    name: gate.name,
    ok,
    exit_code: ended === 'exited' ? exitCode : null,
    duration_ms: Math.round(performance.now() - startedAt),
    timed_out: ended === 'timed_out',
    output_tail: problem === undefined ? outputTail(text) : `The gate did not start: ${problem}`,
    failures: found.names,
    // In the part that was not kept there may be others.
    unnamed_failures: found.unnamed + (!ok && output.lost() > 0 ? 1 : 0),
  };
}
