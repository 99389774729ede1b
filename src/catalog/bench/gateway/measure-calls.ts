import {
  Client,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** How a server is reached: a program to start, or an address. */
export type Target =
  | { readonly command: string; readonly args: readonly string[]; readonly cwd: string }
  | { readonly url: string };

export interface CallMeasurement {
  readonly calls: number;
  readonly calls_per_s: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
}

export interface CallingOptions {
  readonly target: Target;
  /** Callers that each wait for their answer before they call again. */
  readonly callers: number;
  readonly params: Record<string, unknown>;
  /** The text that every answer must begin with; anything else is no measurement. */
  readonly expected: string;
}

/** Callers that are connected and warm. */
export interface Calling {
  callFor(seconds: number): Promise<void>;
  /** Of all the calls so far. */
  measured(): CallMeasurement;
  close(): Promise<void>;
}

const asSent: StandardSchemaV1<unknown, { content?: { text?: string }[] }> = {
  '~standard': {
    version: 1,
    vendor: 'ralph',
    // What the SDK's own schemas cost is not what is measured.
    validate: (value) => ({ value: value as { content?: { text?: string }[] } }),
  },
};

/** In seconds. With fifty callers Ralph is as fast as it gets after about three, the minimal server after one. */
const warmUp = { least: 3, most: 15, calls: 3_000 };

/** Over HTTP each caller is a client of its own; on stdio, where a server has one client, they share it. */
export async function openCalling(options: CallingOptions): Promise<Calling> {
  const { target, callers, params, expected } = options;
  const connections = 'url' in target ? callers : 1;
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(target)));
  const call = async (client: Client) => {
    const result = await client.request({ method: 'tools/call', params }, asSent);
    if (!result.content?.[0]?.text?.startsWith(expected))
      throw new Error(`an answer was wrong: ${JSON.stringify(result).slice(0, 300)}`);
  };
  const latenciesOf = async (seconds: number, most = Number.POSITIVE_INFINITY) => {
    const latencies: number[] = [];
    const until = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        const client = clients[index % connections];
        while (client && performance.now() < until && latencies.length < most) {
          const before = performance.now();
          await call(client);
          latencies.push(performance.now() - before);
        }
      }),
    );
    return latencies;
  };
  // Code that has just been loaded runs several times slower than code that has been running for a while.
  const warm = (await latenciesOf(warmUp.least)).length;
  await latenciesOf(warmUp.most - warmUp.least, warmUp.calls - warm);

  const all: number[] = [];
  let spentMs = 0;
  return {
    async callFor(seconds) {
      const started = performance.now();
      for (const latency of await latenciesOf(seconds)) all.push(latency);
      spentMs += performance.now() - started;
    },
    measured() {
      const sorted = [...all].sort((a, b) => a - b);
      return {
        calls: sorted.length,
        calls_per_s: Math.round((1000 * sorted.length) / spentMs),
        p50_ms: percentile(sorted, 0.5),
        p95_ms: percentile(sorted, 0.95),
      };
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** How long it takes from the start of a program to its list of tools. */
export async function measureStart(target: Target): Promise<number> {
  const started = performance.now();
  const client = await connect(target);
  await client.listTools();
  const ms = Math.round(performance.now() - started);
  await client.close();
  return ms;
}

/** For a relay that passes calls on as they come. */
export async function openBareClient(target: Target) {
  const client = await connect(target);
  return {
    call: (params: Record<string, unknown>) =>
      client.request({ method: 'tools/call', params }, asSent),
  };
}

async function connect(target: Target): Promise<Client> {
  const client = new Client(
    { name: 'ralph-bench', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(transportTo(target));
  return client;
}

function transportTo(target: Target): Transport {
  if ('url' in target) return new StreamableHTTPClientTransport(new URL(target.url));
  const { command, args, cwd } = target;
  return new StdioClientTransport({ command, args: [...args], cwd, stderr: 'ignore' });
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 100) / 100;
}
