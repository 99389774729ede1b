import {
  Client,
  type ElicitResult,
  type Implementation,
  isInputRequiredResult,
  type RequestOptions,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/client';
import { defined } from '../../base/defined.ts';
import { isRecord } from '../../base/is-record.ts';
import { version } from '../../base/version.ts';
import type { ElicitAnswer } from '../../tool/tool.ts';
import type { CallOptions, RawCallResult } from './call-options.ts';
import { CallTimer } from './call-timer.ts';
import { callCancelled, callTimedOut, noResult } from './connection-errors.ts';
import { type Asker, answerFor, readQuestion, untilComplete } from './questions.ts';
import { openShortLine } from './short-line.ts';

/** A server that has been greeted and takes requests. */
export interface Connection {
  readonly protocolVersion: string;
  readonly serverInfo: {
    readonly name?: string;
    readonly title?: string;
    readonly version?: string;
  };
  readonly instructions: string | undefined;
  readonly isModern: boolean;
  /** False when the server says that it has none. */
  readonly hasTools: boolean;
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>;
  request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<Record<string, unknown>>;
  call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
    timeoutMs: number,
  ): Promise<RawCallResult>;
  /** Whether the server still answers anything at all. */
  answers(withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface GreetOptions {
  readonly startTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Skips the question which era the server speaks. */
  readonly knownLegacy: boolean;
  onListChanged(): void;
}

/** Takes an answer as it came: the SDK's own schemas drop what they do not know. */
const asSent: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'ralph', validate: (value) => ({ value }) },
};

class GatewayClient extends Client {
  /** What every message to this server carries besides what it says. */
  envelope(): Readonly<Record<string, unknown>> | undefined {
    return this._outboundMetaEnvelope();
  }
}

/** Greets a server over a transport, in whichever era it speaks. */
export async function greet(transport: Transport, greeting: GreetOptions): Promise<Connection> {
  const calls = new Set<Asker>();
  const client = new GatewayClient(
    { name: 'ralph', version },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: greeting.startTimeoutMs / 2 } },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 100, onChanged: greeting.onListChanged },
      },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const question = readQuestion(params);
    return question ? elicitResult(await answerFor(calls, question)) : { action: 'cancel' };
  });
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport, {
    timeout: greeting.startTimeoutMs,
    signal: greeting.signal,
    ...(greeting.knownLegacy && { prior: { kind: 'legacy' } }),
  });

  async function request(
    method: string,
    params: Record<string, unknown>,
    requestOptions: RequestOptions,
  ): Promise<Record<string, unknown>> {
    const answer = await client.request({ method, params }, asSent, requestOptions);
    return isRecord(answer) ? answer : {};
  }

  const isModern = client.getProtocolEra() === 'modern';
  const line = openShortLine(transport, {
    envelope: client.envelope(),
    cancelsByStream: isModern && transport.hasPerRequestStream === true,
  });

  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    serverInfo: pickInfo(client.getServerVersion()),
    instructions: client.getInstructions(),
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    isModern,
    closed,
    request,
    async call(server, tool, args, options, timeoutMs) {
      const { signal, onProgress, elicit, caller } = options;
      const headers = isModern ? options.headers : undefined;
      const timer = new CallTimer(timeoutMs, signal);
      const asker: Asker = elicit
        ? { caller, ask: (question) => timer.paused(() => elicit(question)) }
        : { caller };
      calls.add(asker);
      try {
        const send = (extra?: Record<string, unknown>) =>
          line.request(
            'tools/call',
            { name: tool, arguments: args, ...extra },
            { timer, ...defined({ onProgress, headers }) },
          );
        const first = await send();
        const answer = isInputRequiredResult(first)
          ? await untilComplete(first, send, asker)
          : first;
        if (!isRecord(answer)) throw noResult(server, tool);
        if (answer.resultType === undefined) return answer;
        // The newer era's word that this is all; our own answer says so itself.
        const { resultType: _, ...result } = answer;
        return result;
      } catch (thrown) {
        if (timer.timedOut) throw callTimedOut(server, tool, timeoutMs);
        if (signal.aborted) throw callCancelled(server, tool);
        throw thrown;
      } finally {
        calls.delete(asker);
        timer.dispose();
      }
    },
    async answers(withinMs) {
      const method = isModern ? 'server/discover' : 'ping';
      try {
        await client.request({ method }, asSent, { timeout: withinMs });
        return true;
      } catch (thrown) {
        // A refusal is an answer.
        return isRecord(thrown) && typeof thrown.code === 'number';
      }
    },
    close: () => client.close(),
  };
}

/** What a form was filled with came from the client unchecked; the SDK checks it before it is sent. */
function elicitResult(answer: ElicitAnswer): ElicitResult {
  return answer.action === 'accept'
    ? { action: 'accept', content: answer.content as ElicitResult['content'] }
    : { action: answer.action };
}

function pickInfo(info: Implementation | undefined) {
  return defined({ name: info?.name, title: info?.title, version: info?.version });
}
