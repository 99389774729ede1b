import { errorMessage } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import type { RunListener } from '../run-listener.ts';

/** One listener that stands for several. A view that breaks must not break the run: it is heard of in the log. */
export function followedBy(
  listeners: readonly Partial<RunListener>[],
  logger: Logger,
): RunListener {
  const tell = (how: (listener: Partial<RunListener>) => void) => {
    for (const listener of listeners) {
      try {
        how(listener);
      } catch (thrown) {
        logger.warn('a follower of the run failed', { reason: errorMessage(thrown) });
      }
    }
  };
  return {
    event: (recorded) => tell((one) => one.event?.(recorded)),
    prompt: (text) => tell((one) => one.prompt?.(text)),
    agentText: (text) => tell((one) => one.agentText?.(text)),
    agentLine: (line, stream) => tell((one) => one.agentLine?.(line, stream)),
    gateLine: (gate, line) => tell((one) => one.gateLine?.(gate, line)),
  };
}
