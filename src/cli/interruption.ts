import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Why an invocation's signal was aborted: someone asked the process to stop, or stopped reading its output. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly exitCode: number;
  /** Nobody is there to read a message. */
  readonly silent: boolean;

  constructor(message: string, options: { readonly exitCode: number; readonly silent: boolean }) {
    super(message);
    this.exitCode = options.exitCode;
    this.silent = options.silent;
  }
}

export const outputClosed = () =>
  new Interruption('Nobody reads the output any more.', { exitCode: 0, silent: true });

/**
 * The first signal asks the command to stop; the second does not wait for it. Answers a signal that only these abort,
 * for work that goes on when nobody reads its output any more.
 */
export function abortOnSignals(stop: AbortController): AbortSignal {
  const asked = new AbortController();
  for (const name of stopSignals) {
    const exitCode = 128 + constants.signals[name];
    process.on(name, () => {
      if (asked.signal.aborted) {
        // A thread that hangs in the file system holds up even `exit`: from here on the system's own rule ends us.
        for (const other of stopSignals) process.removeAllListeners(other);
        process.exit(exitCode);
      }
      const reason = new Interruption('Cancelled.', { exitCode, silent: false });
      asked.abort(reason);
      stop.abort(reason);
    });
  }
  return asked.signal;
}
