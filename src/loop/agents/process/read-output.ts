import type { ChildProcess } from 'node:child_process';
import type { AgentOutcome } from '../outcome.ts';
import { createLineReader } from '../stream/line-reader.ts';

export interface OutputReading {
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  /** The streams on which anything at all ends a silence. */
  readonly signsOfLife: readonly ('stdout' | 'stderr')[];
  /** Ends every process of the launch. */
  end(): Promise<void>;
  onLine(line: string, stream: 'stdout' | 'stderr'): void;
}

export interface OutputEnd {
  readonly exitCode: number | null;
  readonly exitSignal: string | null;
  readonly ended: AgentOutcome['ended'];
  /** The last lines of stderr. */
  readonly lastErrors: readonly string[];
}

const keptErrors = 10;
/** What a process wrote last may still be on its way when it has ended; what its children hold open need not close. */
const drainMs = 250;

/** Reads a process until it has ended, falls silent for too long, or is no longer wanted. */
export function readOutput(child: ChildProcess, reading: OutputReading): Promise<OutputEnd> {
  return new Promise((resolve) => {
    const lastErrors: string[] = [];
    let ended: AgentOutcome['ended'] = 'exited';
    let ending: Promise<void> | undefined;
    const readers = {
      stdout: createLineReader((line) => reading.onLine(line, 'stdout')),
      stderr: createLineReader((line) => {
        lastErrors.push(line);
        if (lastErrors.length > keptErrors) lastErrors.shift();
        reading.onLine(line, 'stderr');
      }),
    };

    const stop = (why: AgentOutcome['ended']) => {
      if (ending === undefined) ended = why;
      ending ??= reading.end();
    };
    const onAbort = () => stop('aborted');
    const idle = setTimeout(() => stop('idle'), reading.idleTimeoutMs);
    reading.signal.addEventListener('abort', onAbort);
    if (reading.signal.aborted) onAbort();

    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (chunk: Buffer) => {
        if (reading.signsOfLife.includes(name)) idle.refresh();
        readers[name].write(chunk);
      });
    const closed = new Promise<void>((settle) => child.on('close', () => settle()));
    child.on('exit', async (exitCode, exitSignal) => {
      clearTimeout(idle);
      reading.signal.removeEventListener('abort', onAbort);
      await Promise.race([closed, new Promise((wake) => setTimeout(wake, drainMs))]);
      ending ??= reading.end();
      await ending;
      child.stdout?.destroy();
      child.stderr?.destroy();
      readers.stdout.end();
      readers.stderr.end();
      resolve({ exitCode, exitSignal, ended, lastErrors });
    });
  });
}
