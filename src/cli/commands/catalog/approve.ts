import { UserError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import { formatToolId, parseToolId } from '../../../catalog/call/tool-id.ts';
import type { Quarantined } from '../../../catalog/safety/approve.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description:
    'Without a tool it shows every tool that waits, and what changed since it was approved. Naming tools approves what their servers send now.',
  arguments: [{ name: 'tool', description: 'Ids: server/tool', variadic: true }],
  options: [{ name: 'all', description: 'Approve every tool that waits' }],
  examples: [
    { command: 'ralph catalog approve', does: 'What waits, with the differences.' },
    { command: 'ralph catalog approve github/create_issue', does: 'Approves one tool.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const safety = await import('../../../catalog/safety/approve.ts');
      const services = await app.catalog();
      const database = await services.database();
      const waiting = await safety.quarantined(database);
      const names = wordsArgument(invocation, 'tool').map((id) => formatToolId(parseToolId(id)));
      const ids = invocation.options.all === true ? waiting.map(({ tool }) => tool) : names;
      if (ids.length === 0) {
        show(invocation, { quarantined: waiting }, () => render(waiting));
        return 0;
      }
      const known = waiting.map(({ tool }) => tool);
      const unknown = ids.find((id) => !known.includes(id));
      if (unknown !== undefined) {
        throw new UserError(
          `"${unknown}" does not wait for approval.${didYouMean(unknown, known)}`,
          {
            hint: 'See what does with: ralph catalog approve',
          },
        );
      }
      const now = services.clock.now().toISOString();
      const approved = await safety.approve(database, new Set(ids), now);
      show(invocation, { approved }, () => approved.map((id) => `${id}: approved`).join('\n'));
      return 0;
    }),
};

function render(waiting: readonly Quarantined[]): string {
  if (waiting.length === 0) return 'Nothing waits for approval.';
  const first = waiting[0]?.tool;
  return [
    ...waiting.map(({ tool, reason, diff }) => [`${tool}: ${reason}`, ...diff].join('\n')),
    `To approve what is fine: ralph catalog approve ${first}`,
  ].join('\n\n');
}
