import { countText } from '../../../../loop/runs/report/amounts.ts';
import type { CommandSpec } from '../../../command.ts';
import { withContext } from '../../../context/with-context.ts';
import { show } from '../../../project/tool-answer.ts';

export const command: CommandSpec = {
  reads: true,
  examples: [{ command: 'ralph context skills list', does: 'Ids, scores and words.' }],
  run: (invocation) =>
    withContext(invocation, async (_, services) => {
      const { findSkills } = await import('../../../../context/skills.ts');
      // Asked first: a book that cannot be read is an error here, not an empty list.
      const book = await services.skills.describe();
      const all = await findSkills(services, { minScore: 0 });
      const skills = all.filter(({ source }) => source === 'skillbook');
      show(invocation, { file: book?.file ?? null, version: book?.version ?? null, skills }, () =>
        book
          ? [
              `${book.file}: ${countText(skills.length, 'skill')}, format of ACE ${book.version}.`,
              ...skills.map(
                ({ id, usefulness_score, content }) =>
                  `${usefulness_score.toFixed(2)} [${id}] ${content.replace(/\s+/g, ' ')}`,
              ),
            ].join('\n')
          : 'There is no skillbook. `ralph context skills apply` makes one.',
      );
      return 0;
    }),
};
