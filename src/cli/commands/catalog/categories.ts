import type { CommandSpec } from '../../command.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  reads: true,
  examples: [{ command: 'ralph catalog categories', does: 'Each with how many tools it has.' }],
  run: oneCall('catalog_categories', () => ({}), undefined, 'catalog'),
};
