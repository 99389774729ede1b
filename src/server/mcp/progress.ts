import type { ServerContext } from '@modelcontextprotocol/server';
import type { ProgressUpdate } from '../../tool/tool.ts';

export interface ProgressSender {
  report(update: ProgressUpdate): void;
  /** Resolves when everything reported so far has been handed to the transport. */
  sent(): Promise<void>;
}

/** Only for a client that gave a token. Progress goes out in order, and only forwards as the protocol asks. */
export function createProgressSender(ctx: ServerContext): ProgressSender | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  let queue = Promise.resolve();
  return {
    report(update) {
      if (!(update.progress > last) || ctx.mcpReq.signal.aborted) return;
      last = update.progress;
      // A client that is gone must not fail the work it asked for.
      queue = queue
        .then(() =>
          ctx.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, ...update },
          }),
        )
        .catch(() => {});
    },
    sent: () => queue,
  };
}
