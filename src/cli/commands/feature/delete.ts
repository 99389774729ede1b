import type { CommandSpec } from '../../command.ts';
import { featureArgument } from '../../project/feature-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'Refused while a task or another feature refers to it. "ralph feature merge" keeps what it has.',
  arguments: [featureArgument],
  examples: [{ command: 'ralph feature delete account', does: 'Removes it for good.' }],
  run: oneCall('delete_feature', (invocation) => ({ name: textArgument(invocation, 'name') })),
};
