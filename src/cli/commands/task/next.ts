import { defined } from '../../../base/defined.ts';
import { taskText } from '../../../project/task-text.ts';
import type { CommandSpec } from '../../command.ts';
import { noneReady } from '../../project/none-ready.ts';
import { readyFilter } from '../../project/ready-filter.ts';
import { disciplineOption, featureOption } from '../../project/task-options.ts';
import { show } from '../../project/tool-answer.ts';
import { withStore } from '../../project/with-project.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'The most urgent pending task that waits for nothing and that nobody holds; among equals the one an imported plan puts first, then the oldest. It is only shown: "ralph task claim" takes it.',
  options: [featureOption, disciplineOption],
  examples: [
    { command: 'ralph task next', does: 'What comes next.' },
    {
      command: 'ralph task next --discipline frontend --json',
      does: 'The next task of one discipline as {task}, which is null when none is ready.',
    },
  ],
  run: (invocation) =>
    withStore(
      invocation,
      'ralph task next',
      async (store) => {
        const filter = await readyFilter(store, invocation);
        const id = await store.claims.next(defined(filter));
        const task = id === undefined ? null : await store.tasks.get(id);
        const why = task ? '' : await noneReady(store, filter);
        show(invocation, { task }, () => (task ? taskText(task) : why));
        return 0;
      },
      { readOnly: true },
    ),
};
