import type { ServerSpec } from '../../../catalog/connections/server-spec.ts';
import type { IndexedServer } from '../../../catalog/index/list-servers.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { showStyled } from '../../project/tool-answer.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

export const command: CommandSpec = {
  reads: true,
  description: 'Starts none of them.',
  examples: [{ command: 'ralph catalog list', does: 'Each server with its tools and its state.' }],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { listServers } = await import('../../../catalog/index/list-servers.ts');
      const services = await app.catalog();
      const { kysely } = await services.database();
      const known = new Map((await listServers(kysely)).map((row) => [row.server, row]));
      const servers = (await services.pool()).servers().map((spec) => {
        const row = known.get(spec.name);
        return { ...described(spec), ...(row ? recordOf(row) : unknown) };
      });
      showStyled(invocation, { servers }, () => table(servers, invocation));
      return 0;
    }),
};

const unknown = { tools: 0, quarantined: 0, calls: 0, listed_at: null, last_error: null };

function described({ name, transport, enabled, source }: ServerSpec) {
  return { server: name, transport, enabled, source };
}

function recordOf({ tools, quarantined, calls, listed_at, last_error }: IndexedServer) {
  return { tools, quarantined, calls, listed_at, last_error };
}

type Line = ReturnType<typeof described> & ReturnType<typeof recordOf>;

function table(servers: readonly Line[], invocation: Invocation): string {
  if (servers.length === 0)
    return 'No servers yet. Add one with "ralph catalog add" or "ralph catalog import".';
  return renderTable(
    ['SERVER', 'VIA', 'TOOLS', 'CALLS', 'STATE'],
    servers.map((line) => [
      line.server,
      line.transport,
      String(line.tools),
      String(line.calls),
      stateOf(line),
    ]),
    styleFor(invocation),
    { fit: invocation.output.isTerminal },
  );
}

function stateOf({ enabled, listed_at, last_error, quarantined }: Line): string {
  if (!enabled) return 'switched off';
  if (last_error !== null) return `failed: ${last_error}`;
  if (listed_at === null) return 'not asked yet: ralph catalog sync';
  return quarantined > 0 ? `${quarantined} in quarantine: ralph catalog approve` : 'ok';
}
