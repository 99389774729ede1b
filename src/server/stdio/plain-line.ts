import {
  INTERNAL_ERROR,
  type JSONRPCMessage,
  type RequestId,
  type Server,
} from '@modelcontextprotocol/server';
import { type PlainCall, readPlainCall } from '../mcp/plain-call.ts';
import type { PlainCalls, RunningCall } from '../mcp/plain-calls.ts';
import { createProgressSender } from '../mcp/progress.ts';

/** Takes the plain calls out of what a client sends, once the SDK has settled with it how they speak. */
export interface PlainLine {
  /** True when the message is answered from here; `toServer` is called when it turns out that it cannot be. */
  take(message: unknown, toServer: () => void): boolean;
  /** To be shown what goes to the SDK, and what it answers. */
  passing(message: JSONRPCMessage): void;
  answered(message: JSONRPCMessage): void;
}

export function createPlainLine(options: {
  readonly calls: PlainCalls;
  /** The server of this connection, once there is one. */
  server(): Server | undefined;
  send(message: JSONRPCMessage): Promise<void>;
  onTaken(request: { readonly id: RequestId; readonly method: string }): void;
}): PlainLine {
  const { calls, server, send } = options;
  const running = new Map<RequestId, RunningCall>();
  const judged = new Map<RequestId, PlainCall>();

  async function answer({ id }: PlainCall, call: RunningCall, toServer: () => void) {
    const result = await call.result;
    // One that was cancelled gets no answer.
    if (running.get(id) !== call) return;
    running.delete(id);
    if (result) await send({ jsonrpc: '2.0', id, result });
    else toServer();
  }

  function hooksOf({ progressToken, revision }: PlainCall) {
    return {
      ...(progressToken !== undefined && {
        progress: (signal: AbortSignal) =>
          createProgressSender({
            progressToken,
            signal,
            notify: (notification) => send({ jsonrpc: '2.0', ...notification }),
          }),
      }),
      // In the newer era a client hears only what the call itself asks for.
      ...(revision === undefined && { log: sendLog }),
    };
  }

  async function sendLog(level: 'debug' | 'info' | 'warning' | 'error', data: string) {
    await server()?.sendLoggingMessage({ level, data, logger: 'ralph' });
  }

  return {
    take(message, toServer) {
      const plain = readPlainCall(message);
      const call = plain && calls.start(plain, plain.manner, hooksOf(plain));
      if (!call) {
        if (plain) judged.set(plain.id, plain);
        return false;
      }
      options.onTaken({ id: plain.id, method: 'tools/call' });
      running.set(plain.id, call);
      answer(plain, call, toServer).catch(() =>
        send({
          jsonrpc: '2.0',
          id: plain.id,
          error: { code: INTERNAL_ERROR, message: 'Internal error' },
        }),
      );
      return true;
    },
    passing(message) {
      if (!('method' in message)) return;
      // What the client says of itself now holds from here on.
      if (message.method === 'initialize') calls.forget();
      if (message.method !== 'notifications/cancelled') return;
      const id = message.params?.requestId;
      if (typeof id !== 'string' && typeof id !== 'number') return;
      running.get(id)?.cancel(message.params?.reason);
      running.delete(id);
      judged.delete(id);
    },
    answered(message) {
      if ('method' in message || message.id === undefined) return;
      const plain = judged.get(message.id);
      judged.delete(message.id);
      if (!plain || !('result' in message)) return;
      calls.learn(plain.manner, plain.capabilities ?? server()?.getClientCapabilities());
    },
  };
}
