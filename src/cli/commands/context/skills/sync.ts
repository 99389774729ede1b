import type { CommandSpec } from '../../../command.ts';
import { withContext } from '../../../context/with-context.ts';
import { show } from '../../../project/tool-answer.ts';

export const command: CommandSpec = {
  description: 'Happens by itself whenever the memory is used; this waits until all of it is done.',
  examples: [{ command: 'ralph context skills sync', does: 'After editing the book by hand.' }],
  run: (invocation) =>
    withContext(invocation, async (context, services) => {
      const book = await services.skills.describe();
      const { backfillAll } = await import('../../../../context/embed-items.ts');
      const { embedded } = await backfillAll(context, invocation.signal);
      show(invocation, { skills: book?.skills ?? 0, embedded }, () =>
        book
          ? `${book.skills} skills are in the memory; ${embedded} items got vectors.`
          : 'There is no skillbook.',
      );
      return 0;
    }),
};
