import { defined } from '../../../base/defined.ts';
import { taskLineOf } from '../../../project/tools/task-line.ts';
import { taskLineText } from '../../../project/views.ts';
import type { CommandSpec } from '../../command.ts';
import { noneReady } from '../../project/none-ready.ts';
import { numberOption, taskNumber } from '../../project/read-input.ts';
import { readyFilter } from '../../project/ready-filter.ts';
import { disciplineOption, featureOption } from '../../project/task-options.ts';
import { show } from '../../project/tool-answer.ts';
import { withStore } from '../../project/with-project.ts';
import { textOption } from '../../read-values.ts';

const defaultMinutes = 60;

export const command: CommandSpec = {
  description:
    'Takes the next ready task, or the one named, until the minutes are over. Two claims never get the same task. Exits 1 when nothing is ready. The token is needed to give it back.',
  arguments: [{ name: 'id', description: 'Number of the task; the next ready one unless given' }],
  options: [
    {
      name: 'minutes',
      value: 'N',
      description: 'How long it is yours',
      default: String(defaultMinutes),
    },
    { name: 'as', value: 'NAME', description: 'Who takes it, instead of your user name' },
    featureOption,
    disciplineOption,
  ],
  examples: [
    { command: 'ralph task claim', does: 'Takes the next ready task for an hour.' },
    { command: 'ralph task claim 12 --minutes 240', does: 'Takes task #12 for the afternoon.' },
    {
      command: 'ralph task claim --as worker-3 --json',
      does: 'For a script: {task, token, claimed_by, expires_at}.',
    },
  ],
  run: (invocation) =>
    withStore(invocation, 'ralph task claim', async (store, { author, now }) => {
      const minutes = numberOption(invocation, 'minutes', { min: 1, max: 10_080 });
      const holder = textOption(invocation, 'as') ?? author;
      const end = Date.parse(now) + (minutes ?? defaultMinutes) * 60_000;
      const expiresAt = new Date(end).toISOString();
      const filter = await readyFilter(store, invocation);
      const { id } = invocation.args;
      const claim =
        typeof id === 'string'
          ? await store.claims.claim(taskNumber('<id>', id), holder, expiresAt)
          : await store.claims.claimNext(holder, expiresAt, defined(filter));
      if (!claim) {
        const why = await noneReady(store, filter);
        const nothing = { task: null, token: null, claimed_by: null, expires_at: null };
        show(invocation, nothing, () => why);
        return 1;
      }
      const { token } = claim;
      const task = taskLineOf(claim.task);
      show(invocation, { task, token, claimed_by: holder, expires_at: expiresAt }, () =>
        [
          taskLineText(task),
          `Held by ${holder} until ${expiresAt}, token ${token}.`,
          `Give it back: ralph task release ${task.id} --token ${token}`,
        ].join('\n'),
      );
      return 0;
    }),
};
