import { defined } from '../../../base/defined.ts';
import { taskStatuses } from '../../../project/rules/status.ts';
import type { CommandSpec } from '../../command.ts';
import { listOption, taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  arguments: [
    taskIdArgument,
    { name: 'status', description: 'The new status', required: true, choices: taskStatuses },
  ],
  options: [
    { name: 'reason', value: 'TEXT', description: 'Why; blocked and skipped need one' },
    {
      name: 'evidence',
      value: 'TEXT',
      repeatable: true,
      description: 'What shows it; done needs some',
    },
  ],
  examples: [
    { command: 'ralph task status 12 pending', does: 'Makes a draft ready, or opens it again.' },
    {
      command: 'ralph task status 12 blocked --reason "The staging server is down"',
      does: 'Takes it out of the queue.',
    },
  ],
  run: oneCall('set_task_status', (invocation) => ({
    id: taskArgument(invocation),
    status: textArgument(invocation, 'status'),
    ...defined({
      reason: textOption(invocation, 'reason'),
      evidence: listOption(invocation, 'evidence'),
    }),
  })),
};
