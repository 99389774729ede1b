import type { Readable } from 'node:stream';
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { writeTogether } from '../../base/write-together.ts';
import { parseJson } from '../json-message.ts';
import type { ClaimedStdout } from './claim-stdout.ts';
import { createLineReader } from './line-reader.ts';

const longestMessage = 10 * 1_024 * 1_024;

/**
 * Messages as lines. It differs from the SDK's own transport in what it survives: a message that is too long
 * or malformed is answered with an error instead of closing, and the end of input lets calls finish.
 */
export function createStdioTransport(options: {
  readonly input: Readable;
  readonly output: ClaimedStdout;
  /** Offered each message before all others: true when it needs no server, or `toServer` is called later. */
  readonly take: (message: unknown, toServer: () => void) => boolean;
  /** Sees each message before the server, and each answer before the client. */
  readonly onInbound: (message: JSONRPCMessage) => void;
  readonly onOutbound: (message: JSONRPCMessage) => void;
  readonly onInputEnd: () => void;
  readonly onOutputLost: (error: Error) => void;
}): Transport {
  const { input, output } = options;
  const messages = writeTogether(output);
  let closed = false;

  const transport: Transport = {
    async start() {
      output.onError((error) => {
        if (!closed) options.onOutputLost(error);
      });
      input.on('data', onData);
      input.on('end', options.onInputEnd);
      input.on('error', options.onInputEnd);
    },
    async send(message) {
      if (closed) return;
      const written = messages.write(`${JSON.stringify(message)}\n`);
      options.onOutbound(message);
      return written;
    },
    async close() {
      if (closed) return;
      closed = true;
      messages.flush();
      input.off('data', onData);
      input.pause();
      transport.onclose?.();
    },
  };

  const lines = createLineReader({
    limit: longestMessage,
    onLine,
    onTooLong: () =>
      refuse(
        INVALID_REQUEST,
        `The message is longer than ${longestMessage} bytes. Send less at once.`,
      ),
  });

  function onData(chunk: Buffer | string): void {
    lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }

  function onLine(line: string): void {
    const json = parseJson(line);
    if (!json.ok) {
      refuse(PARSE_ERROR, `The message was not read: ${json.reason}.`);
      return;
    }
    const { value } = json;
    if (!options.take(value, () => toServer(value))) toServer(value);
  }

  function toServer(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      refuse(
        INVALID_REQUEST,
        'The message is not a JSON-RPC 2.0 request, notification or response.',
      );
      return;
    }
    options.onInbound(message);
    transport.onmessage?.(message);
  }

  /** A message that cannot be attributed to a request is answered with a null id, as JSON-RPC has it. */
  function refuse(code: number, message: string): void {
    if (!closed)
      void messages.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`,
      );
  }

  return transport;
}
