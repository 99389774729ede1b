import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'id', description: 'The session', required: true }],
  examples: [
    { command: 'ralph session prompt ses_01', does: 'Exactly what the agent is given to read.' },
    {
      command: 'ralph session prompt ses_01 | my-agent --stdin',
      does: 'Hands it to an agent of your own.',
    },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { findSession } = await import('../../../session/find-session.ts');
      const plan = await findSession(app.sessions, textArgument(invocation, 'id'));
      const { session_id, prompt, prompt_tokens, sections } = plan;
      const { output, json } = invocation;
      if (json) output.json({ session_id, prompt, prompt_tokens, sections });
      // The line's own end is the prompt's last character.
      else output.line(prompt.replace(/\n$/, ''));
      return 0;
    }),
};
