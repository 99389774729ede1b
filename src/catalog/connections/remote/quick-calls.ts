import {
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { isRecord } from '../../../base/is-record.ts';
import { createPoster } from './post-json.ts';

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

interface ToolCall {
  readonly id: string | number;
  readonly tool: string;
  /** In the newer era every message names its revision. */
  readonly revision: string | undefined;
}

export interface QuickCallsOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The SDK's next request with this body is answered with this, and not sent. */
  answerInstead(body: string, response: Response): void;
  onTooLarge(body: string, bytes: number): void;
}

/**
 * Sends the calls of tools past the SDK's transport, and takes answers that are one JSON message. Any other answer, be
 * it a stream, a refusal or a redirect, is given to the SDK as the response of its own request: it knows them all.
 */
export function sendCallsQuickly(
  transport: StreamableHTTPClientTransport,
  { url, headers, answerInstead, onTooLarge }: QuickCallsOptions,
): void {
  if (onlyFetchKnowsTheWay() || !goAsTheyAre(headers)) return;
  const poster = createPoster(url);
  const send = transport.send.bind(transport);
  const close = transport.close.bind(transport);

  async function quickly(
    message: JSONRPCMessage,
    call: ToolCall,
    options: SendOptions,
  ): Promise<void> {
    const body = JSON.stringify(message);
    const posted = await poster.post(
      body,
      { ...unlessSaid, ...headers, ...options.headers, ...headersOf(call, transport) },
      options.requestSignal,
    );
    if ('tooLarge' in posted) return onTooLarge(body, posted.tooLarge);
    if ('response' in posted) {
      answerInstead(body, posted.response);
      return send(message, options);
    }
    const answer = readAnswer(posted.text, call.id);
    if (answer) return transport.onmessage?.(answer);
    answerInstead(body, new Response(posted.text, { headers: { 'content-type': posted.type } }));
    await send(message, options);
    // The response is over, whatever was in it.
    options.onRequestStreamEnd?.();
  }

  transport.send = async (message, options = {}) => {
    const call = Array.isArray(message) ? undefined : readCall(message);
    if (!call || Array.isArray(message)) return send(message, options);
    return quickly(message, call, options);
  };
  transport.close = async () => {
    await close();
    poster.close();
  };
}

/** Node leads `fetch`, and nothing else of ours, through the proxy that the environment names. */
function onlyFetchKnowsTheWay(): boolean {
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env;
  return (
    NODE_USE_ENV_PROXY === '1' ||
    [...process.execArgv, NODE_OPTIONS].join(' ').includes('env-proxy')
  );
}

/** Headers that the SDK would have to merge with its own. */
const merged = /^(?:accept|accept-encoding|connection|content-.*|host|mcp-.*|transfer-encoding)$/i;

/** Whether `fetch` would send them no other way: it trims them, joins those of one name, and knows more letters. */
function goAsTheyAre(headers: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return (
    new Set(names).size === names.length &&
    !names.some((name) => merged.test(name)) &&
    Object.values(headers).every((value) => /^(?:[!-~](?:[\t -~]*[!-~])?)?$/.test(value))
  );
}

/** Names that stand in a header as they are. */
const plainName = /^[\w.:/-]+$/;

function readCall(message: JSONRPCMessage): ToolCall | undefined {
  if (!('id' in message && 'method' in message) || message.method !== 'tools/call')
    return undefined;
  const { name, _meta } = message.params ?? {};
  if (typeof name !== 'string' || !plainName.test(name)) return undefined;
  const revision = _meta?.[PROTOCOL_VERSION_META_KEY];
  return {
    id: message.id,
    tool: name,
    revision: typeof revision === 'string' ? revision : undefined,
  };
}

/** As `fetch` does. What guards servers often turns away who does not say what it is. */
const unlessSaid = { 'user-agent': 'node' };

const always = {
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
  'content-type': 'application/json',
};

function headersOf(
  { tool, revision }: ToolCall,
  { sessionId, protocolVersion }: StreamableHTTPClientTransport,
): Record<string, string> {
  const version = revision ?? protocolVersion;
  return {
    ...always,
    ...(sessionId && { 'mcp-session-id': sessionId }),
    ...(version && { 'mcp-protocol-version': version }),
    ...(revision && { 'mcp-method': 'tools/call', 'mcp-name': tool }),
  };
}

/** Undefined for anything that is not just the answer to this request. */
function readAnswer(text: string, id: string | number): JSONRPCMessage | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(answer) || answer.jsonrpc !== '2.0' || answer.id !== id) return undefined;
  if (isRecord(answer.result) && answer.error === undefined)
    return { jsonrpc: '2.0', id, result: answer.result };
  return undefined;
}
