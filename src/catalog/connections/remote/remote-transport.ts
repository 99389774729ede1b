import { setTimeout as delay } from 'node:timers/promises';
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { largestMessage, tooLargeCode } from '../message-limit.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** A server elsewhere, over Streamable HTTP or the older SSE. */
export function createRemoteTransport(options: {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Told when the server wants to know who is asking. */
  onRefused(status: number): void;
}): Transport {
  const settings = {
    requestInit: { headers: { ...options.headers } },
    fetch: boundedFetch((sentBody, bytes) => {
      const id = requestId(sentBody);
      if (id === undefined) return;
      const message = `The answer is more than ${bytes} bytes, over the limit of ${largestMessage}.`;
      transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: tooLargeCode, message } });
    }, options.onRefused),
  };
  const url = new URL(options.url);
  const transport: Transport =
    options.kind === 'sse'
      ? new SSEClientTransport(url, settings)
      : endingItsSession(new StreamableHTTPClientTransport(url, settings));
  return transport;
}

const goodbyeMs = 1_000;

/** Tells the server that the session is over, as it would otherwise keep it; one that is gone is not waited for. */
function endingItsSession(transport: StreamableHTTPClientTransport): Transport {
  const close = transport.close.bind(transport);
  transport.close = async () => {
    const goodbye = transport.terminateSession().catch(() => undefined);
    await Promise.race([goodbye, delay(goodbyeMs, undefined, { ref: false })]);
    await close();
  };
  return transport;
}

function requestId(sentBody: string): string | number | undefined {
  const sent: unknown = JSON.parse(sentBody);
  if (typeof sent !== 'object' || sent === null || !('id' in sent)) return undefined;
  return typeof sent.id === 'string' || typeof sent.id === 'number' ? sent.id : undefined;
}
