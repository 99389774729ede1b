import type { Readable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { CallTracker } from '../call-tracker.ts';
import { createRequestStates } from '../mcp/ask-client.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { followListening } from '../mcp/listen-request.ts';
import { createPlainCalls } from '../mcp/plain-calls.ts';
import { createSubscriptions } from '../mcp/subscriptions.ts';
import type { McpSurface } from '../surface.ts';
import { settlesWithin } from '../within.ts';
import type { ClaimedStdout } from './claim-stdout.ts';
import { createPlainLine } from './plain-line.ts';
import { createStdioTransport } from './stdio-transport.ts';
import { createUnanswered } from './unanswered.ts';

/** Serves one client until it hangs up or `signal` aborts, then finishes what is running. */
export async function serveStdio(options: {
  readonly surface: McpSurface;
  readonly calls: CallTracker;
  readonly input: Readable;
  readonly output: ClaimedStdout;
  readonly signal: AbortSignal;
  readonly graceMs: number;
}): Promise<void> {
  const { surface, calls, signal } = options;
  const shared = { calls, states: createRequestStates() };
  const unanswered = createUnanswered();
  let current: Server | undefined;
  let stop: (how: 'finish' | 'abandon') => void = () => {};
  const stopped = new Promise<'finish' | 'abandon'>((resolve) => {
    stop = resolve;
  });
  const listening = createSubscriptions(surface, (uri) => {
    current?.sendResourceUpdated({ uri }).catch(() => {});
  });

  const plain = createPlainLine({
    calls: createPlainCalls(surface, calls),
    server: () => current,
    send: (message) => transport.send(message),
    onTaken: unanswered.received,
  });
  const transport = createStdioTransport({
    input: options.input,
    output: options.output,
    take: plain.take,
    onInbound: (message) => {
      unanswered.received(message);
      plain.passing(message);
      followListening(message, listening);
    },
    onOutbound: (message) => {
      unanswered.sent(message);
      plain.answered(message);
    },
    onInputEnd: () => stop('finish'),
    // Nobody reads the answers any more, so there is no reason to wait for them.
    onOutputLost: () => stop('abandon'),
  });

  const connection = serveConnection(
    () => {
      current = createMcpServer(surface, shared);
      return current;
    },
    {
      transport,
      onerror: (error) => surface.logger.debug('connection', { error: error.message }),
    },
  );
  const onAbort = () => stop('finish');
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });

  const how = await stopped;
  signal.removeEventListener('abort', onAbort);
  if (how === 'finish') await settlesWithin(unanswered.none(), options.graceMs);
  await calls.drain(0);
  // The answer of a call leaves in the turn after the call ends.
  await new Promise((resolve) => setImmediate(resolve));
  listening.close();
  await connection.close();
}
