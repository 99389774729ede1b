import { missingTask } from '../../../project/store/tasks.ts';
import type { CommandSpec } from '../../command.ts';
import { taskArgument } from '../../project/read-input.ts';
import { renderHistory } from '../../project/render-history.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { showStyled } from '../../project/tool-answer.ts';
import { withStore } from '../../project/with-project.ts';

export const command: CommandSpec = {
  reads: true,
  description: 'Works for deleted tasks too.',
  arguments: [taskIdArgument],
  examples: [
    { command: 'ralph task history 12', does: 'One line for each change.' },
    {
      command: 'ralph task history 12 --json',
      does: 'The same with the values before and after each change.',
    },
  ],
  run: (invocation) =>
    withStore(
      invocation,
      'ralph task history',
      async (store) => {
        const id = taskArgument(invocation);
        const events = await store.events.of('task', id);
        if (events.length === 0) throw missingTask(id);
        showStyled(invocation, { task_id: id, events }, () => renderHistory(events, invocation));
        return 0;
      },
      { readOnly: true },
    ),
};
