import type { CommandSpec } from '../../command.ts';
import { oneContextCall } from '../../context/with-context.ts';

export const command: CommandSpec = {
  reads: true,
  examples: [{ command: 'ralph context stats', does: 'Counts, size, usefulness, archives.' }],
  run: oneContextCall('get_context_stats', () => ({})),
};
