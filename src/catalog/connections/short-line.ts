import {
  type JSONRPCMessage,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ProgressUpdate } from '../../tool/tool.ts';
import type { CallTimer } from './call-timer.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sends requests past the SDK's client and takes their answers before it. The client checks every message and every
 * result against schemas whose verdict a gateway does not need, which is most of what a call would cost.
 */
export interface ShortLine {
  request(method: string, params: Fields, options: ShortRequestOptions): Promise<unknown>;
}

export interface ShortRequestOptions {
  readonly timer: Pick<CallTimer, 'isOver' | 'onOver'>;
  readonly onProgress?: (update: ProgressUpdate) => void;
}

interface Waiting {
  readonly settle: (answer: Fields) => void;
  readonly fail: (error: Error) => void;
  readonly onProgress: ((update: ProgressUpdate) => void) | undefined;
}

/** The client counts its own from zero. Numbers, because some servers take no other ids, and within 31 bits. */
const firstId = 1_000_000_000;

/** On a transport that a client has been connected with. `envelope` is what the server's era wants in every message. */
export function openShortLine(transport: Transport, envelope: Fields | undefined): ShortLine {
  const waiting = new Map<unknown, Waiting>();
  let lastId = firstId;
  const { onmessage: toClient, onclose: clientOnClose } = transport;

  transport.onmessage = (message, extra) => {
    if (!take(message)) toClient?.(message, extra);
  };
  transport.onclose = () => {
    for (const { fail } of waiting.values())
      fail(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'));
    waiting.clear();
    clientOnClose?.();
  };

  function take(message: JSONRPCMessage): boolean {
    if ('method' in message) {
      if (waiting.size === 0 || message.method !== 'notifications/progress') return false;
      const { progressToken, progress, total, message: text } = message.params ?? {};
      const found = waiting.get(progressToken);
      if (found && typeof progress === 'number')
        found.onProgress?.({
          progress,
          ...(typeof total === 'number' && { total }),
          ...(typeof text === 'string' && { message: text }),
        });
      return found !== undefined;
    }
    const found = waiting.get(message.id);
    if (!found) return isLate(message.id);
    waiting.delete(message.id);
    if ('error' in message) found.fail(protocolError(message.error));
    else found.settle(message.result);
    return true;
  }

  /** The answer to a request that was given up. */
  function isLate(id: unknown): boolean {
    return typeof id === 'number' && id >= firstId && id < lastId;
  }

  const enveloped = (params: Fields, own?: Fields) => {
    if (!envelope && !own) return { ...params };
    return { ...params, _meta: own ? { ...envelope, ...own } : envelope };
  };

  return {
    request(method, params, { timer, onProgress }) {
      return new Promise((resolve, reject) => {
        const id = lastId++;
        const givenUp = () => new SdkError(SdkErrorCode.RequestTimeout, 'the request was given up');
        timer.onOver(() => {
          if (!waiting.delete(id)) return;
          const cancelled = enveloped({ requestId: id, reason: 'the caller gave up' });
          transport
            .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled })
            .catch(() => undefined);
          reject(givenUp());
        });
        if (timer.isOver) {
          reject(givenUp());
          return;
        }
        const fail = (error: Error) => {
          waiting.delete(id);
          reject(error);
        };
        waiting.set(id, { settle: resolve, fail, onProgress });
        const sent = enveloped(params, onProgress && { progressToken: id });
        transport.send({ jsonrpc: '2.0', id, method, params: sent }).catch(fail);
      });
    },
  };
}

/** A server may send anything in its place, and nothing. */
function protocolError(sent: unknown): ProtocolError {
  const error: Fields = typeof sent === 'object' && sent !== null ? { ...sent } : { message: sent };
  const code = typeof error.code === 'number' ? error.code : -32_603;
  const reason = typeof error.message === 'string' ? error.message : 'no reason given';
  return ProtocolError.fromError(code, reason, error.data);
}
