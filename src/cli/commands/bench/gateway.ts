import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programFile } from '../../../app/program.ts';
import { UserError } from '../../../base/errors.ts';
import type { CallMeasurement, Target } from '../../../catalog/bench/gateway/measure-calls.ts';
import { type Downstream, makeGatewayRoot } from '../../bench/gateway-root.ts';
import { childrenWith, cpuMs } from '../../bench/process-cpu.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { numberOption } from '../../project/read-input.ts';
import { textOption } from '../../read-values.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

interface Row extends CallMeasurement {
  /** `relay` is the plainest program that could stand between: the SDK on both sides and nothing else. */
  readonly path: 'direct' | 'relay' | 'gateway';
  readonly transport: 'stdio' | 'http';
  readonly clients: number;
  /** CPU time of Ralph itself for one call; null for direct calls. */
  readonly gateway_cpu_ms_per_call: number | null;
  /** CPU time, for one call, of the process that the callers speak to: Ralph, or the minimal server. */
  readonly cpu_ms_per_call: number | null;
}

export const command: CommandSpec = {
  description:
    'Calls a tool of a minimal MCP server directly and through Ralph, over stdio and over HTTP, with 1, 10 and 50 callers, in one run; then how long Ralph takes to list its tools with 1, 10 and 100 servers configured. On stdio, where a server has one client, the callers share it on every path, and a relay that does nothing but pass calls on shows what a program between the two costs at least.',
  options: [
    { name: 'seconds', value: 'N', description: 'How long each measurement lasts', default: '3' },
    {
      name: 'serve',
      value: 'TRANSPORT',
      choices: ['stdio', 'http', 'relay'],
      internal: true,
      description: 'Be the minimal server',
    },
  ],
  examples: [
    { command: 'ralph bench gateway', does: 'Tables for a person.' },
    {
      command: 'ralph bench gateway --seconds 5 --json',
      does: 'The same as {results: […], comparison: […], startup: […]}.',
    },
  ],
  async run(invocation) {
    const serving = textOption(invocation, 'serve');
    if (serving !== undefined) return serve(serving, invocation);
    const seconds = numberOption(invocation, 'seconds', { min: 1, max: 600 }) ?? 3;
    const results: Row[] = [];
    for (const transport of ['stdio', 'http'] as const)
      results.push(...(await measureTransport(transport, seconds, invocation)));
    const comparison = compare(results);
    const startup = await measureStartUp();
    if (invocation.json) invocation.output.json({ results, comparison, startup });
    else print({ results, comparison, startup }, invocation);
    return 0;
  },
};

const self = (...words: readonly string[]) => [programFile(), ...words];
const echoArgs = self('bench', 'gateway', '--serve', 'stdio');
const counts = [1, 10, 50] as const;

async function serve(transport: string, { output, signal }: Invocation): Promise<number> {
  const { serveEchoOnHttp, serveEchoOnStdio, serveRelayOnStdio } = await import(
    '../../../server/echo-server.ts'
  );
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  if (transport === 'http') {
    const server = await serveEchoOnHttp();
    output.line(server.url);
    await stopped;
    server.close();
  } else {
    if (transport === 'relay') {
      const { openBareClient } = await import('../../../catalog/bench/gateway/measure-calls.ts');
      const behind = { command: process.execPath, args: echoArgs, cwd: process.cwd() };
      serveRelayOnStdio((await openBareClient(behind)).call);
    } else serveEchoOnStdio();
    await Promise.race([stopped, new Promise((resolve) => process.stdin.once('end', resolve))]);
  }
  return 0;
}

async function measureTransport(
  transport: Row['transport'],
  seconds: number,
  { signal, logger }: Invocation,
): Promise<Row[]> {
  const started: ChildProcess[] = [];
  const node = process.execPath;
  const echo: Downstream =
    transport === 'stdio'
      ? { command: node, args: echoArgs }
      : { url: await firstLine(started, self('bench', 'gateway', '--serve', 'http'), 'stdout') };
  const { root, remove } = await makeGatewayRoot({ echo });
  try {
    await finished(started, self('catalog', 'sync', '--root', root));
    const direct: Target = echo.url
      ? { url: echo.url }
      : { command: node, args: echoArgs, cwd: root };
    const served = ['mcp', '--root', root, '--toolsets', 'catalog'];
    const listen = ['--transport', 'http', '--port', '0', '--no-auth'];
    const gateway: Target =
      transport === 'stdio'
        ? { command: node, args: self(...served), cwd: root }
        : { url: await firstLine(started, self(...served, ...listen), 'stderr') };
    const bare = { command: node, args: self('bench', 'gateway', '--serve', 'relay'), cwd: root };
    const paths: readonly MeasuredPath[] = [
      { path: 'direct', target: direct, process: transport === 'stdio' ? 'stdio' : '--serve' },
      ...(transport === 'stdio'
        ? [{ path: 'relay' as const, target: bare, process: 'relay' }]
        : []),
      { path: 'gateway', target: gateway, process: 'mcp' },
    ];
    const rows: Row[] = [];
    for (const clients of counts) {
      signal.throwIfAborted();
      logger.info('measuring', { transport, clients });
      for (const row of await measureInTurns(paths, clients, seconds))
        rows.push({ transport, clients, ...row });
    }
    return rows;
  } finally {
    for (const child of started) child.kill();
    await remove();
  }
}

interface MeasuredPath {
  readonly path: Row['path'];
  readonly target: Target;
  /** A word of the command line of the process that the callers speak to. */
  readonly process: string;
}

const turns = 3;

/** By turns, because how fast a machine is changes from one moment to the next, and all should have their share of it. */
async function measureInTurns(
  paths: readonly MeasuredPath[],
  callers: number,
  seconds: number,
): Promise<Omit<Row, 'transport' | 'clients'>[]> {
  const { openCalling } = await import('../../../catalog/bench/gateway/measure-calls.ts');
  const open = [];
  try {
    for (const one of paths) {
      const params = one.path === 'gateway' ? throughRalph : { name: 'echo', arguments: hello };
      const calling = await openCalling({ ...one, callers, params, expected: hello.text });
      open.push({ ...one, calling, cpuMs: 0 });
    }
    for (let turn = 0; turn < turns; turn++)
      for (const one of open) {
        const before = cpuOf(one.process);
        await one.calling.callFor(seconds / turns);
        one.cpuMs += cpuOf(one.process) - before;
      }
    return open.map(({ path, calling, cpuMs }) => {
      const measured = calling.measured();
      const each = cpuMs / measured.calls;
      // Nothing used is nothing found: the system does not say.
      const perCall = each > 0 ? Math.round(each * 1000) / 1000 : null;
      return {
        path,
        ...measured,
        cpu_ms_per_call: perCall,
        gateway_cpu_ms_per_call: path === 'gateway' ? perCall : null,
      };
    });
  } finally {
    for (const { calling } of open) await calling.close();
  }
}

const hello = { text: 'hello' };
const throughRalph = { name: 'catalog_call', arguments: { tool: 'echo/echo', arguments: hello } };

function cpuOf(word: string): number {
  return childrenWith(word).reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0);
}

function compare(rows: readonly Row[]) {
  return rows
    .filter(({ path }) => path === 'gateway')
    .map((through) => {
      const beside = (wanted: Row['path']) =>
        rows.find(
          ({ path, transport, clients }) =>
            path === wanted && transport === through.transport && clients === through.clients,
        );
      const direct = beside('direct');
      const relay = beside('relay');
      const share = (row: Row) =>
        Math.round((100 * row.calls_per_s) / (direct?.calls_per_s ?? Number.NaN)) / 100;
      return {
        transport: through.transport,
        clients: through.clients,
        added_p50_ms: Math.round((through.p50_ms - (direct?.p50_ms ?? 0)) * 100) / 100,
        gateway_cpu_ms_per_call: through.gateway_cpu_ms_per_call,
        throughput_share: share(through),
        relay_throughput_share: relay ? share(relay) : null,
      };
    });
}

async function measureStartUp() {
  const { measureStart } = await import('../../../catalog/bench/gateway/measure-calls.ts');
  const rows: { servers: number; ms: number }[] = [];
  for (const servers of [1, 10, 100]) {
    const entries = Array.from({ length: servers }, (_, i) => [
      `server-${i}`,
      { command: process.execPath, args: echoArgs },
    ]);
    const { root, remove } = await makeGatewayRoot(Object.fromEntries(entries));
    const target = { command: process.execPath, args: self('mcp', '--root', root), cwd: root };
    const times: number[] = [];
    for (let i = 0; i < 3; i++) times.push(await measureStart(target));
    rows.push({ servers, ms: Math.min(...times) });
    await remove();
  }
  return rows;
}

/** The first address that a program prints. */
async function firstLine(
  started: ChildProcess[],
  args: readonly string[],
  stream: 'stdout' | 'stderr',
): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  child[stream === 'stdout' ? 'stderr' : 'stdout'].resume();
  for await (const line of createInterface({ input: child[stream] })) {
    const url = /http:\/\/[\w.:[\]]+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    child[stream].resume();
    return url;
  }
  throw new UserError('A server of the benchmark did not start.', {
    hint: `Try it by hand: node ${args.join(' ')}`,
  });
}

async function finished(started: ChildProcess[], args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  started.push(child);
  await new Promise((resolve) => child.once('exit', resolve));
}

function print(
  report: {
    readonly results: readonly Row[];
    readonly comparison: ReturnType<typeof compare>;
    readonly startup: readonly { servers: number; ms: number }[];
  },
  invocation: Invocation,
): void {
  const style = styleFor(invocation);
  const table = (heading: readonly string[], rows: readonly (readonly unknown[])[]) => {
    const cells = rows.map((row) => row.map((cell) => String(cell ?? '-')));
    invocation.output.line(renderTable(heading, cells, style, { fit: false }));
    invocation.output.line();
  };
  table(
    ['PATH', 'TRANSPORT', 'CALLERS', 'CALLS/S', 'P50 MS', 'P95 MS'],
    report.results.map((row) => [
      row.path,
      row.transport,
      row.clients,
      row.calls_per_s,
      row.p50_ms,
      row.p95_ms,
    ]),
  );
  table(
    [
      'TRANSPORT',
      'CALLERS',
      'ADDED P50 MS',
      'RALPH CPU MS/CALL',
      'SHARE OF DIRECT',
      'OF A BARE RELAY',
    ],
    report.comparison.map((row) => [
      row.transport,
      row.clients,
      row.added_p50_ms,
      row.gateway_cpu_ms_per_call,
      row.throughput_share,
      row.relay_throughput_share,
    ]),
  );
  table(
    ['SERVERS CONFIGURED', 'START TO TOOL LIST MS'],
    report.startup.map(({ servers, ms }) => [servers, ms]),
  );
}
