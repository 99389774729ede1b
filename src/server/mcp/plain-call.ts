import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../base/is-record.ts';

/** A `tools/call` that brings no answers to questions and asks for nothing beside its result and its progress. */
export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly input: Fields | undefined;
  readonly progressToken: string | number | undefined;
  /** The revision that it claims, in the newer era. */
  readonly revision: string | undefined;
  /** What it says of its client, in the newer era. */
  readonly capabilities: unknown;
  /** Everything in it that is about the client and not about the call: the same in most calls of a client. */
  readonly manner: string;
}

type Fields = { readonly [key: string]: unknown };

const messageNames = new Set(['jsonrpc', 'id', 'method', 'params']);
const paramNames = new Set(['name', 'arguments', '_meta']);

/** Undefined for any other message, and for one that the SDK has to judge: it knows all that a request can be. */
export function readPlainCall(message: unknown): PlainCall | undefined {
  if (!isRecord(message) || message.method !== 'tools/call' || message.jsonrpc !== '2.0')
    return undefined;
  for (const key in message) if (!messageNames.has(key)) return undefined;
  const { id, params } = message;
  if (!isToken(id) || !isRecord(params)) return undefined;
  for (const key in params) if (!paramNames.has(key)) return undefined;
  const { name, arguments: input, _meta: meta = {} } = params;
  if (typeof name !== 'string' || !isRecord(meta)) return undefined;
  if (input !== undefined && !isRecord(input)) return undefined;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isToken(progressToken)) return undefined;
  if (meta[LOG_LEVEL_META_KEY] !== undefined) return undefined;
  const revision = meta[PROTOCOL_VERSION_META_KEY];
  return {
    id,
    name,
    input,
    progressToken,
    revision: typeof revision === 'string' ? revision : undefined,
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    manner: JSON.stringify(
      progressToken === undefined ? meta : { ...meta, progressToken: undefined },
    ),
  };
}

function isToken(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
