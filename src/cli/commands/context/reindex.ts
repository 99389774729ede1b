import type { CommandSpec } from '../../command.ts';
import { withContext } from '../../context/with-context.ts';
import { show } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description:
    'For a damaged index, or after a change of the embedding model. Items are not touched.',
  examples: [{ command: 'ralph context reindex', does: 'Words and vectors of every item.' }],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { rebuildIndex } = await import('../../../context/rebuild-index.ts');
      const { backfillAll } = await import('../../../context/embed-items.ts');
      const indexed = await rebuildIndex(context);
      const { embedded, failure = null } = await backfillAll(context, invocation.signal);
      const report = { indexed, embedded, waiting_because: failure };
      show(invocation, report, () =>
        [
          `Indexed ${indexed} items, ${embedded} of them with vectors.`,
          ...(failure === null ? [] : [`The others wait for theirs: ${failure}`]),
        ].join('\n'),
      );
      return 0;
    }),
};
