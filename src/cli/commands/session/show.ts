import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { textArgument } from '../../read-values.ts';
import { renderPlan } from '../../session/render-plan.ts';
import { styleFor } from '../../terminal/style.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'id', description: 'The session', required: true }],
  examples: [
    { command: 'ralph session show ses_01', does: 'Its tools, and why the others are off.' },
    { command: 'ralph session show ses_01 --json', does: 'The plan without its prompt.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { findSession } = await import('../../../session/find-session.ts');
      const { listedPlan } = await import('../../../session/session-files.ts');
      const plan = await findSession(app.sessions, textArgument(invocation, 'id'));
      const { output, json } = invocation;
      if (json) output.json(listedPlan(plan));
      else output.line(renderPlan(plan, styleFor(invocation), { fit: output.isTerminal }));
      return 0;
    }),
};
