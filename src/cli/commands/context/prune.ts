import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { fractionOption } from '../../context/options.ts';
import { oneContextCall } from '../../context/with-context.ts';

export const command: CommandSpec = {
  description:
    'Never a skill, never an error without a fix, and never above prune_min_usefulness. The archives keep what was pruned.',
  options: [
    {
      name: 'min-score',
      value: 'SCORE',
      description: 'Usefulness below this goes',
      default: '0.3',
    },
  ],
  examples: [{ command: 'ralph context prune', does: 'Removes what was marked as unhelpful.' }],
  run: oneContextCall('prune_low_value_context', (invocation) =>
    defined({ min_score: fractionOption(invocation, 'min-score') }),
  ),
};
