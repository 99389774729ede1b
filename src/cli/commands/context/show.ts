import type { CommandSpec } from '../../command.ts';
import { renderItem } from '../../context/render-item.ts';
import { withContext } from '../../context/with-context.ts';
import { show } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'id', description: 'Id of the item', required: true }],
  examples: [
    {
      command: 'ralph context show ctx_01abc',
      does: 'Its whole text, wherever it lies, and its history.',
    },
  ],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { showItem } = await import('../../../context/show-item.ts');
      const item = await showItem(context, textArgument(invocation, 'id'));
      show(invocation, item, () => renderItem(item));
      return 0;
    }),
};
