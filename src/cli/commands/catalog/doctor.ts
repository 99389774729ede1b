import { errorMessage, ToolError, UserError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import type { ServerHealth } from '../../../catalog/connections/server-health.ts';
import type { ServerPool } from '../../../catalog/connections/server-pool.ts';
import type { ServerSpec } from '../../../catalog/connections/server-spec.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { styleFor } from '../../terminal/style.ts';

interface Finding
  extends Omit<ServerHealth, 'state' | 'calls' | 'failures' | 'open_until' | 'pid'> {
  readonly source: string;
  readonly status: 'ok' | 'fail' | 'off';
  readonly message: string;
  readonly fix: string | null;
  readonly tools: number | null;
  readonly start_ms: number | null;
}

export const command: CommandSpec = {
  reads: true,
  description:
    'Starts the servers one after another, asks for their tools and stops them. For one that fails it shows what it wrote to stderr. Changes nothing. Exits 1 when a server fails.',
  arguments: [{ name: 'server', description: 'Only these (default: all)', variadic: true }],
  examples: [
    { command: 'ralph catalog doctor', does: 'Every configured server.' },
    { command: 'ralph catalog doctor github --json', does: 'One server, as {servers: […], ok}.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { json, output, signal } = invocation;
      const pool = await (await app.catalog()).pool();
      const specs = chosen(pool, wordsArgument(invocation, 'server'));
      const { symbols } = styleFor(invocation);
      const servers: Finding[] = [];
      for (const spec of specs) {
        const finding = await examine(pool, spec, signal);
        servers.push(finding);
        if (json) continue;
        const { status, server, message, fix, stderr_tail: said } = finding;
        const mark = { ok: symbols.ok, fail: symbols.fail, off: symbols.pending }[status];
        output.line(`${mark} ${server}  ${message}`);
        if (status !== 'fail') continue;
        for (const line of said.slice(-10)) output.line(`    | ${line}`);
        if (fix) output.line(`    ${fix}`);
      }
      const ok = servers.every(({ status }) => status !== 'fail');
      if (json) output.json({ servers, ok });
      else if (servers.length === 0)
        output.line('No servers yet. Add one with "ralph catalog add" or "ralph catalog import".');
      return ok ? 0 : 1;
    }),
};

function chosen(pool: ServerPool, names: readonly string[]): readonly ServerSpec[] {
  const all = pool.servers();
  const known = all.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new UserError(`There is no server "${name}".${didYouMean(name, known)}`, {
      hint: 'See the servers with: ralph catalog list',
    });
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function examine(pool: ServerPool, spec: ServerSpec, signal: AbortSignal): Promise<Finding> {
  const finding = (
    status: Finding['status'],
    message: string,
    more: Partial<Finding> = {},
  ): Finding => {
    const health = pool.health().find(({ server }) => server === spec.name);
    return {
      server: spec.name,
      source: spec.source,
      transport: spec.transport,
      status,
      message,
      fix: null,
      tools: null,
      start_ms: null,
      protocol_version: health?.protocol_version ?? null,
      last_error: health?.last_error ?? null,
      stderr_tail: health?.stderr_tail ?? [],
      ...more,
    };
  };
  if (!spec.enabled) return finding('off', `switched off in ${spec.source}`);
  const started = performance.now();
  try {
    const { tools, rejected, protocolVersion } = await pool.listTools(spec.name, { signal });
    const ms = Math.round(performance.now() - started);
    const unusable = rejected.length > 0 ? `, ${rejected.length} unusable` : '';
    const message = `${tools.length} tools${unusable}, MCP ${protocolVersion}, ready in ${ms} ms`;
    return finding('ok', message, { tools: tools.length, start_ms: ms });
  } catch (thrown) {
    signal.throwIfAborted();
    const isOurs = thrown instanceof ToolError && !thrown.hint.includes('catalog doctor');
    const fix = isOurs ? thrown.hint : `Correct its entry in ${spec.source}, then run this again.`;
    return finding('fail', errorMessage(thrown), { fix });
  } finally {
    await pool.stop(spec.name);
  }
}
