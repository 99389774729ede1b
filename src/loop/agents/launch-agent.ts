import { randomUUID } from 'node:crypto';
import { endLaunch } from '../../base/processes/end-launch.ts';
import type { Launch } from '../../base/processes/launched-processes.ts';
import type { AgentAdapter, AgentEvent, LaunchIntent } from './adapter.ts';
import { type AgentOutcome, createTally } from './outcome.ts';
import { prepareScratch } from './process/prepare-scratch.ts';
import { readOutput } from './process/read-output.ts';
import { startProcess } from './process/start-process.ts';

export interface LaunchOptions {
  readonly adapter: AgentAdapter;
  readonly intent: LaunchIntent;
  readonly signal: AbortSignal;
  /** Longest silence; an agent that is silent for longer is ended. */
  readonly idleTimeoutMs: number;
  /** How long an agent may take to end when it is asked to. */
  readonly graceMs?: number;
  onEvent(event: AgentEvent): void;
  /** Every line as it came, for the transcript. */
  onLine?(line: string, stream: 'stdout' | 'stderr'): void;
  /** With this, `endLaunch` ends the launch from another process, should this one die. One is made up unless given. */
  readonly launchId?: string;
}

/** Runs one agent to its end. Whatever happens, nothing that it started is left running. */
export async function launchAgent(options: LaunchOptions): Promise<AgentOutcome> {
  const { adapter, intent } = options;
  const tally = createTally();
  const listeners = guardListeners();
  const emit = (events: readonly AgentEvent[]) => {
    for (const event of events) {
      tally.add(event);
      listeners.call(() => options.onEvent(event));
    }
  };
  const outcome = (how: Pick<AgentOutcome, 'exit_code' | 'signal' | 'ended'>): AgentOutcome => ({
    ...how,
    ...tally.told(),
  });
  if (options.signal.aborted) return outcome({ exit_code: null, signal: null, ended: 'aborted' });

  const launchId = options.launchId ?? randomUUID();
  const command = adapter.command(intent);
  await prepareScratch(intent.scratch, command);
  const started = await startProcess(command, intent, launchId);
  if ('problem' in started) {
    emit([{ kind: 'error', message: `Cannot start ${adapter.name}: ${started.problem}.` }]);
    return outcome({ exit_code: null, signal: null, ended: 'failed_to_start' });
  }

  const launch: Launch = { id: launchId, pid: started.child.pid };
  const parser = adapter.createParser();
  const { exitCode, exitSignal, ended, lastErrors } = await readOutput(started.child, {
    signal: AbortSignal.any([options.signal, listeners.failed]),
    idleTimeoutMs: options.idleTimeoutMs,
    signsOfLife: adapter.worksOnStderr ? ['stdout', 'stderr'] : ['stdout'],
    end: () => endLaunch(launch, options.graceMs),
    onLine(line, stream) {
      listeners.call(() => options.onLine?.(line, stream));
      emit(stream === 'stdout' ? parser.line(line) : (parser.errorLine?.(line) ?? []));
    },
  });
  emit(parser.end(exitCode));
  emit((await adapter.afterExit?.(intent)) ?? []);
  const told = tally.told();
  if (ended === 'exited' && exitCode !== 0 && !told.error && !told.rate_limit)
    emit([{ kind: 'error', message: unexplained(exitCode, exitSignal, lastErrors) }]);
  listeners.rethrow();
  return outcome({ exit_code: exitCode, signal: exitSignal, ended });
}

/** A listener that throws ends the launch, in order, before the launch throws the same. */
function guardListeners() {
  const failure = new AbortController();
  return {
    failed: failure.signal,
    call(listener: () => void): void {
      try {
        listener();
      } catch (thrown) {
        failure.abort(thrown);
      }
    },
    rethrow: () => failure.signal.throwIfAborted(),
  };
}

/** Agents that fail before their stream begins say why on stderr only. */
function unexplained(
  code: number | null,
  signal: string | null,
  stderr: readonly string[],
): string {
  const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  return [`The agent ${how}.`, ...stderr].join('\n');
}
