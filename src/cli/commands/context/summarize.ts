import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { oneContextCall } from '../../context/with-context.ts';
import { numberOption } from '../../project/read-input.ts';

export const command: CommandSpec = {
  description:
    'Nothing is lost: they are still found by every word, and shown whole by "context show".',
  options: [{ name: 'older-than', value: 'N', description: 'Age in iterations', default: '20' }],
  examples: [{ command: 'ralph context summarize --older-than 5', does: 'All but the latest.' }],
  run: oneContextCall('summarize_old_context', (invocation) =>
    defined({
      older_than_iterations: numberOption(invocation, 'older-than', { min: 0, max: 1_000_000 }),
    }),
  ),
};
