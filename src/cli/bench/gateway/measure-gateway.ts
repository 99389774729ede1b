import type { ChildProcess } from 'node:child_process';
import type { Target } from '../../../catalog/bench/gateway/measure-calls.ts';
import type { Invocation } from '../../command.ts';
import { echoArgs, finished, firstLine, self } from './benched-programs.ts';
import type { Row } from './compare-paths.ts';
import { type Downstream, makeGatewayRoot } from './gateway-root.ts';
import { type MeasuredPath, measureInTurns } from './measure-in-turns.ts';

const counts = [1, 10, 50] as const;

/** The same calls on every path, for each number of callers. */
export async function measureTransport(
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

/** From the start of Ralph to its list of tools, with so many servers configured. */
export async function measureStartUp() {
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
