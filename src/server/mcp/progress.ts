import type { ProgressNotification } from '@modelcontextprotocol/server';
import type { ProgressUpdate } from '../../tool/tool.ts';

export interface ProgressSender {
  report(update: ProgressUpdate): void;
  /** Resolves when everything reported so far has been handed to the transport. */
  sent(): Promise<void>;
}

/** Progress goes out in order, and only forwards as the protocol asks. */
export function createProgressSender(options: {
  readonly progressToken: string | number;
  readonly signal: AbortSignal;
  notify(notification: ProgressNotification): Promise<void>;
}): ProgressSender {
  const { progressToken, signal } = options;
  let last = Number.NEGATIVE_INFINITY;
  let queue = Promise.resolve();
  return {
    report(update) {
      if (!(update.progress > last) || signal.aborted) return;
      last = update.progress;
      const params = { progressToken, ...update };
      // A client that is gone must not fail the work it asked for.
      queue = queue
        .then(() => options.notify({ method: 'notifications/progress', params }))
        .catch(() => {});
    },
    sent: () => queue,
  };
}
