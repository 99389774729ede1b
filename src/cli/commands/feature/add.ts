import { titleOf } from '../../../project/transfer/provide-names.ts';
import type { CommandSpec } from '../../command.ts';
import { featureArgument, featureInput, featureOptions } from '../../project/feature-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'A name that looks like that of another feature is refused with the candidates, so that one thing does not get two names.',
  arguments: [featureArgument],
  options: [
    ...featureOptions,
    {
      name: 'distinct',
      field: 'confirm_distinct',
      description: 'It is another thing than the features it looks like',
    },
  ],
  examples: [
    { command: 'ralph feature add account', does: 'A feature called "Account".' },
    {
      command:
        'ralph feature add fx --display-name "Exchange rates" --description "Rates and conversion" --depends-on account',
      does: 'One that builds on another.',
    },
  ],
  run: oneCall('create_feature', (invocation) => {
    const name = textArgument(invocation, 'name');
    return {
      name,
      ...featureInput(invocation),
      display_name: textOption(invocation, 'display-name') ?? titleOf(name),
      ...(invocation.options.distinct === true && { confirm_distinct: true }),
    };
  }),
};
