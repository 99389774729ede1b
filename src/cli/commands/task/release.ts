import { ToolError } from '../../../base/errors.ts';
import { taskLineOf } from '../../../project/tools/task-line.ts';
import { taskLineText } from '../../../project/views.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption, requiredOption, taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { show } from '../../project/tool-answer.ts';
import { withStore } from '../../project/with-project.ts';

export const command: CommandSpec = {
  description: 'A task that is still in progress becomes pending again.',
  arguments: [taskIdArgument],
  options: [
    { name: 'token', value: 'N', description: 'The token that the claim printed (required)' },
  ],
  examples: [{ command: 'ralph task release 12 --token 3', does: 'Gives back what was claimed.' }],
  run: (invocation) =>
    withStore(invocation, 'ralph task release', async (store) => {
      const id = taskArgument(invocation);
      requiredOption(invocation, 'token', 'Give the token that "ralph task claim" printed.');
      const token = numberOption(invocation, 'token', { min: 0, max: Number.MAX_SAFE_INTEGER });
      if (!(await store.claims.release(id, token ?? 0))) {
        throw new ToolError('conflict', `Token ${token} does not hold task #${id} any more.`, {
          hint: 'The claim was released, ran out or was taken over: there is nothing to give back.',
        });
      }
      const task = taskLineOf(await store.tasks.get(id));
      show(invocation, { task, released: true }, () => `Released ${taskLineText(task)}`);
      return 0;
    }),
};
