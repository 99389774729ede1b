import type { CommandSpec } from '../../command.ts';
import { featureArgument } from '../../project/feature-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [featureArgument],
  examples: [{ command: 'ralph feature show account', does: 'Everything about it.' }],
  run: oneCall('get_feature', (invocation) => ({ name: textArgument(invocation, 'name') })),
};
