import {
  Client,
  type ClientOptions,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export type Era = 'legacy' | 'modern';

/** How a client reaches a server; `stderr` collects what a child process says there. */
export type Address =
  | {
      readonly kind: 'stdio';
      readonly program: string;
      readonly args: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http' | 'sse'; readonly port: number; readonly token?: string };

export interface Connection {
  readonly client: Client;
  stderr(): string;
}

/** A real client of the SDK, connected in the era that is asked for. */
export async function connectClient(
  address: Address,
  era: Era,
  options: ClientOptions = {},
): Promise<Connection> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      ...options,
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  let stderr = '';
  if (address.kind === 'stdio') {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [address.program, ...address.args],
      ...(address.env && { env: { ...address.env } }),
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    await client.connect(transport);
  } else {
    const headers = address.token ? { authorization: `Bearer ${address.token}` } : {};
    const url = new URL(
      `http://127.0.0.1:${address.port}/${address.kind === 'sse' ? 'sse' : 'mcp'}`,
    );
    await client.connect(
      address.kind === 'sse'
        ? new SSEClientTransport(url, { requestInit: { headers } })
        : new StreamableHTTPClientTransport(url, { requestInit: { headers } }),
    );
  }
  return { client, stderr: () => stderr };
}

/** Ends before a test runs out of its own time, to say what was waited for; a busy machine is slow and not wrong. */
const longestWaitMs = 25_000;

/** Waits until something is so, and fails with `what` when it never is. */
export async function until(what: string, so: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while (!(await so())) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
