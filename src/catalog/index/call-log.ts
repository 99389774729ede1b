import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { RecordedCall } from '../call/ports.ts';

export interface CallLog {
  add(call: RecordedCall): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

const waitMs = 250;
const mostWaiting = 2_000;

/** Calls are written a little later and together, so that no caller waits for the disk. */
export function createCallLog(
  write: (calls: readonly RecordedCall[]) => Promise<void>,
  logger: Logger,
): CallLog {
  let waiting: RecordedCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const calls = waiting;
    waiting = [];
    if (calls.length > 0) {
      writing = writing
        .then(() => write(calls))
        .catch((thrown: unknown) => {
          logger.warn('calls could not be recorded', {
            count: calls.length,
            reason: errorMessage(thrown),
          });
        });
    }
    return writing;
  }

  return {
    add(call) {
      waiting.push(call);
      if (waiting.length >= mostWaiting) void flush();
      else {
        timer ??= setTimeout(flush, waitMs);
        timer.unref();
      }
    },
    flush,
  };
}
