import type { CommandSpec } from '../../command.ts';
import { featureArgument, featureInput, featureOptions } from '../../project/feature-options.ts';
import { someGiven } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'What is given replaces what was there, lists as a whole; one empty value clears a list.',
  arguments: [featureArgument],
  options: featureOptions,
  examples: [
    {
      command: 'ralph feature edit account --boundaries "No payments"',
      does: 'Says what is out of it.',
    },
    { command: 'ralph feature edit account --depends-on ""', does: 'Lets it build on nothing.' },
  ],
  run: oneCall('update_feature', (invocation) => ({
    name: textArgument(invocation, 'name'),
    ...someGiven(featureInput(invocation), 'ralph feature edit', '--description'),
  })),
};
