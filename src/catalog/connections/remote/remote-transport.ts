import { setTimeout as delay } from 'node:timers/promises';
import {
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { largestMessage, tooLargeCode } from '../message-limit.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { sendCallsQuickly } from './quick-calls.ts';

/** A server elsewhere, over Streamable HTTP or the older SSE. */
export function createRemoteTransport(options: {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: SentHeaders;
  /** Told when the server wants to know who is asking. */
  onRefused(status: number): void;
}): Transport {
  const { url, headers } = withoutLogin(new URL(options.url), options.headers);
  const answered = new Map<unknown, Response>();
  const onTooLarge = (sentBody: string, bytes: number) => {
    const id = requestId(sentBody);
    if (id === undefined) return;
    const message = `The answer is more than ${bytes} bytes, over the limit of ${largestMessage}.`;
    transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: tooLargeCode, message } });
  };
  const settings = {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch({
      onTooLarge,
      onRefused: options.onRefused,
      answered(body) {
        const response = answered.get(body);
        answered.delete(body);
        return response;
      },
    }),
  };
  const transport =
    options.kind === 'sse'
      ? new SSEClientTransport(url, settings)
      : new StreamableHTTPClientTransport(url, settings);
  if (transport instanceof StreamableHTTPClientTransport) {
    const answerInstead = (body: string, response: Response) => void answered.set(body, response);
    sendCallsQuickly(transport, { url, headers, answerInstead, onTooLarge });
    endItsSession(transport);
  } else endWithItsStream(transport);
  return transport;
}

type SentHeaders = Readonly<Record<string, string>>;

/** A login in the address goes where servers look for it; `fetch` takes no such address. */
function withoutLogin(url: URL, headers: SentHeaders): { url: URL; headers: SentHeaders } {
  const { username, password } = url;
  if (username === '' && password === '') return { url, headers };
  url.username = '';
  url.password = '';
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    return { url, headers };
  const login = [username, password].map(decoded).join(':');
  const authorization = `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
  return { url, headers: { ...headers, authorization } };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const goodbyeMs = 1_000;

/** Tells the server that the session is over, as it would otherwise keep it; one that is gone is not waited for. */
function endItsSession(transport: StreamableHTTPClientTransport): void {
  const close = transport.close.bind(transport);
  transport.close = async () => {
    const goodbye = transport.terminateSession().catch(() => undefined);
    await Promise.race([goodbye, delay(goodbyeMs, undefined, { ref: false })]);
    await close();
  };
}

/** The stream that the SDK would open in place of a lost one is another session, which knows of no call and no greeting. */
function endWithItsStream(transport: SSEClientTransport): void {
  transport.onerror = (error) => {
    if (error instanceof SseError) void transport.close();
  };
}

function requestId(sentBody: string): string | number | undefined {
  const sent: unknown = JSON.parse(sentBody);
  if (typeof sent !== 'object' || sent === null || !('id' in sent)) return undefined;
  return typeof sent.id === 'string' || typeof sent.id === 'number' ? sent.id : undefined;
}
