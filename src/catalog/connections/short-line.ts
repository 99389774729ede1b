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
  readonly headers?: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly settle: (answer: Fields) => void;
  readonly fail: (error: Error) => void;
  readonly onProgress: ((update: ProgressUpdate) => void) | undefined;
}

/** The client counts its own from zero. Numbers, because some servers take no other ids, and within 31 bits. */
const firstId = 1_000_000_000;

export interface ShortLineOptions {
  /** What the server's era wants in every message. */
  readonly envelope: Fields | undefined;
  /** Ending the stream of its answer cancels a request; elsewhere a message says so. */
  readonly cancelsByStream: boolean;
}

/** On a transport that a client has been connected with. */
export function openShortLine(
  transport: Transport,
  { envelope, cancelsByStream }: ShortLineOptions,
): ShortLine {
  const waiting = new Map<unknown, Waiting>();
  let lastId = firstId;
  const { onmessage: toClient, onclose: clientOnClose } = transport;

  transport.onmessage = (message, extra) => {
    if (!take(message)) toClient?.(message, extra);
  };
  transport.onclose = () => {
    for (const { fail } of waiting.values()) fail(closed('Connection closed'));
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

  async function sendCancelled(id: number): Promise<void> {
    const params = enveloped({ requestId: id, reason: 'the caller gave up' });
    await transport
      .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
      .catch(() => undefined);
  }

  return {
    request(method, params, { timer, onProgress, headers }) {
      return new Promise((resolve, reject) => {
        const id = lastId++;
        const givenUp = () => new SdkError(SdkErrorCode.RequestTimeout, 'the request was given up');
        const stream = transport.hasPerRequestStream ? new AbortController() : undefined;
        timer.onOver(() => {
          if (!waiting.delete(id)) return;
          if (cancelsByStream) stream?.abort();
          // A server that never answers would hold the connection of every call that was given up.
          else void sendCancelled(id).then(() => stream?.abort());
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
        const onRequestStreamEnd = () => fail(closed('The answer ended before it was whole'));
        transport
          .send(
            { jsonrpc: '2.0', id, method, params: sent },
            { onRequestStreamEnd, requestSignal: stream?.signal, headers },
          )
          .catch(fail);
      });
    },
  };
}

function closed(reason: string): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, reason);
}

/** A server may send anything in its place, and nothing. */
function protocolError(sent: unknown): ProtocolError {
  const error: Fields = typeof sent === 'object' && sent !== null ? { ...sent } : { message: sent };
  const code = typeof error.code === 'number' ? error.code : -32_603;
  const reason = typeof error.message === 'string' ? error.message : 'no reason given';
  return ProtocolError.fromError(code, reason, error.data);
}
