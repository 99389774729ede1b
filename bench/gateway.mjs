// What a call through the catalog costs, by `ralph bench gateway`: the same tool of the same server, called directly.
import { ralphJson } from './frame/ralph-bench.mjs';
import { oursAtMost, ratioAtLeast, ratioAtMost, row } from './frame/rows.mjs';

export async function run({ root, full }) {
  const seconds = full ? 5 : 2;
  const report = await ralphJson(root, ['bench', 'gateway', '--seconds', String(seconds)]);
  const rows = [];
  for (const through of report.results.filter((each) => each.path === 'gateway')) {
    const { transport, clients } = through;
    const direct = report.results.find(
      (each) => each.path === 'direct' && each.transport === transport && each.clients === clients,
    );
    const callers = clients === 1 ? '1 caller' : `${clients} callers`;
    rows.push(
      row(
        `calls a second over ${transport}, ${callers}`,
        through.calls_per_s,
        'direct',
        direct.calls_per_s,
        {
          ...(clients === 50 && { limit: ratioAtLeast(0.5) }),
          detail: { p50_ms: through.p50_ms, direct_p50_ms: direct.p50_ms },
        },
      ),
    );
    // Told by /proc alone; a system without it has no figure.
    if (through.cpu_ms_per_call !== null && direct.cpu_ms_per_call !== null)
      rows.push(
        row(
          `CPU ms of the server for a call over ${transport}, ${callers}`,
          through.cpu_ms_per_call,
          'direct',
          direct.cpu_ms_per_call,
          transport === 'stdio' ? { limit: oursAtMost(1) } : {},
        ),
      );
  }
  const [one, ...more] = report.startup;
  for (const { servers, ms } of more)
    rows.push(
      row(`start to tool list with ${servers} servers configured, ms`, ms, 'with one', one.ms, {
        limit: ratioAtMost(2),
      }),
    );
  return rows;
}
