import type { CommandSpec } from '../../command.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  reads: true,
  examples: [{ command: 'ralph catalog hot', does: 'Ten to fifteen tools, best first.' }],
  run: oneCall('catalog_hot', () => ({}), undefined, 'catalog'),
};
