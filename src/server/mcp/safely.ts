import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Logger } from '../../base/logger.ts';

/** Lets protocol errors through and keeps everything else (a stack, a path, a driver's text) on this side. */
export async function safely<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    logger.error('request failed', {
      error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    });
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      "Ralph failed while answering this; the server's log has the details.",
    );
  }
}
