import { UserError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import { formatToolId, parseToolId } from '../../../catalog/call/tool-id.ts';
import type { Quarantined } from '../../../catalog/safety/approve.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'Without a tool it shows every tool that waits, and what changed since it was approved. Naming tools approves what their servers send now.',
  arguments: [{ name: 'tool', description: 'Ids: server/tool', variadic: true }],
  options: [
    { name: 'all', description: 'Approve every tool that waits' },
    {
      name: 'seen',
      value: 'FINGERPRINT',
      description: 'Approve only what was shown under this fingerprint',
    },
  ],
  examples: [
    { command: 'ralph catalog approve', does: 'What waits, with the differences.' },
    { command: 'ralph catalog approve github/create_issue', does: 'Approves one tool.' },
    {
      command: 'ralph catalog approve github/create_issue --seen 3f9a1c0be2d4',
      does: 'Approves it unless it has changed once more.',
    },
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
      const seen = textOption(invocation, 'seen');
      const chosen = ids.map((id) => waitingFor(id, waiting));
      const changed = seen === undefined ? undefined : changedSince(seen, chosen);
      if (changed) throw changed;
      const now = services.clock.now().toISOString();
      const approved = await safety.approve(database, chosen, now);
      show(invocation, { approved }, () => approved.map((id) => `${id}: approved`).join('\n'));
      return 0;
    }),
};

function waitingFor(id: string, waiting: readonly Quarantined[]): Quarantined {
  const found = waiting.find(({ tool }) => tool === id);
  if (found) return found;
  const known = waiting.map(({ tool }) => tool);
  throw new UserError(`"${id}" does not wait for approval.${didYouMean(id, known)}`, {
    hint: 'See what does with: ralph catalog approve',
  });
}

function changedSince(seen: string, chosen: readonly Quarantined[]): UserError | undefined {
  const [only, ...more] = chosen;
  if (!only || more.length > 0)
    return new UserError('--seen speaks of one tool.', {
      hint: 'Name just that tool: ralph catalog approve SERVER/TOOL --seen FINGERPRINT',
    });
  if (only.fingerprint === seen) return undefined;
  return new UserError(
    `What ${only.tool} would become has changed since you saw it: it is ${only.fingerprint} now.`,
    { hint: 'Look at it again with: ralph catalog approve' },
  );
}

function render(waiting: readonly Quarantined[]): string {
  if (waiting.length === 0) return 'Nothing waits for approval.';
  const [first] = waiting;
  return [
    ...waiting.map(({ tool, reason, fingerprint, diff }) =>
      [`${tool}: ${reason} (${fingerprint})`, ...diff].join('\n'),
    ),
    `To approve what is fine: ralph catalog approve ${first?.tool} --seen ${first?.fingerprint}`,
  ].join('\n\n');
}
