import { echoArgs } from '../../bench/gateway/benched-programs.ts';
import { compare, type Row } from '../../bench/gateway/compare-paths.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { numberOption } from '../../project/read-input.ts';
import { textOption } from '../../read-values.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

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
    const { measureStartUp, measureTransport } = await import(
      '../../bench/gateway/measure-gateway.ts'
    );
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
