import { UserError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import type { ServerReport } from '../../../catalog/index/sync.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { wordsArgument } from '../../project/read-input.ts';

export const command: CommandSpec = {
  description:
    'Starts each server, asks for its tools and stops it again. A server that fails keeps what was known of it. Exits 1 when a server failed.',
  arguments: [{ name: 'server', description: 'Only these (default: all)', variadic: true }],
  examples: [
    { command: 'ralph catalog sync', does: 'Every configured server.' },
    { command: 'ralph catalog sync github', does: 'One server, after it changed.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { json, output, signal } = invocation;
      const services = await app.catalog();
      const servers = wordsArgument(invocation, 'server');
      const known = (await services.pool()).servers().map(({ name }) => name);
      for (const name of servers) {
        if (known.includes(name)) continue;
        throw new UserError(`There is no server "${name}".${didYouMean(name, known)}`, {
          hint: 'See the servers with: ralph catalog list',
        });
      }
      const { syncCatalog } = await import('../../../catalog/index/sync.ts');
      const report = await syncCatalog(services, {
        signal,
        ...(servers.length > 0 && { servers }),
        onServer: (server) => json || output.line(describe(server)),
      });
      if (json) output.json(report);
      else if (known.length === 0)
        output.line('No servers yet. Add one with "ralph catalog add" or "ralph catalog import".');
      else {
        for (const name of report.dropped) output.line(`${name}: gone from the configuration`);
        if (report.embedding_problem)
          output.line(`Tools are found by their words only: ${report.embedding_problem}`);
      }
      return report.servers.every(({ ok }) => ok) ? 0 : 1;
    }),
};

function describe(report: ServerReport): string {
  if (!report.ok) return `${report.server}: ${report.error}`;
  const changes = [
    report.added > 0 && `${report.added} new`,
    report.removed > 0 && `${report.removed} gone`,
    report.changed.length > 0 && `${report.changed.length} changed`,
    report.quarantined.length > 0 &&
      `${report.quarantined.length} in quarantine (ralph catalog approve)`,
    report.rejected.length > 0 && `${report.rejected.length} unusable`,
  ].filter(Boolean);
  const noun = report.tools === 1 ? 'tool' : 'tools';
  return `${report.server}: ${report.tools} ${noun}${changes.length > 0 ? `, ${changes.join(', ')}` : ''}`;
}
