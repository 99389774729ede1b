import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { textOption } from '../../read-values.ts';
import { renderSessions, sessionLine } from '../../session/render-plan.ts';
import { styleFor } from '../../terminal/style.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  reads: true,
  options: [{ name: 'limit', value: 'N', description: 'How many at most', default: '20' }],
  examples: [
    { command: 'ralph session list', does: 'The last twenty.' },
    { command: 'ralph session list --limit 5 --json', does: 'The last five, for a program.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { latestSessions } = await import('../../../session/find-session.ts');
      const limit = Number(textOption(invocation, 'limit'));
      if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
        throw new UsageError('--limit is not a number from 1 to 10000.', {
          hint: 'Leave it out to see the last twenty.',
        });
      }
      const sessions = await latestSessions(app.sessions, limit);
      const { output, json } = invocation;
      if (json) output.json({ sessions: sessions.map(sessionLine) });
      else if (sessions.length === 0) {
        output.line('No sessions yet. Make one with: ralph session plan --recipe task_execution');
      } else {
        output.line(renderSessions(sessions, styleFor(invocation), { fit: output.isTerminal }));
      }
      return 0;
    }),
};
