import type { CommandSpec } from '../../command.ts';
import { onlyForPeople } from '../../only-for-people.ts';
import { show } from '../../project/tool-answer.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { withRuns } from '../../run/with-runs.ts';
import { userName } from '../../tools/call-tool.ts';

export const command: CommandSpec = {
  description:
    'A run whose agent edited a gate, a test or the PRD in a way that could fake success waits for a person. Look at the changes first ("ralph runs show"); then approve, and go on with "ralph runs resume". What is found later needs another approval.',
  arguments: [runArgument],
  examples: [
    { command: 'ralph runs approve', does: 'Approves what the latest run waits with.' },
    { command: 'ralph runs approve run_01', does: 'The same for another run.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ store }) => {
      onlyForPeople(invocation);
      const { id } = await store.find(runIdOf(invocation));
      const findings = await store.approve(id, userName(invocation.env));
      show(invocation, { run_id: id, approved: findings }, () =>
        [
          `Approved for ${id}:`,
          ...findings.map((finding) => `  ${finding}`),
          `If it has stopped, go on with: ralph runs resume ${id}`,
        ].join('\n'),
      );
      return 0;
    }),
};
