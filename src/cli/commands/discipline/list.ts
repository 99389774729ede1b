import { z } from 'zod';
import { disciplineLineSchema } from '../../../project/discipline-fields.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { listPages } from '../../project/list-pages.ts';
import { table } from '../../project/tables.ts';
import { showStyled } from '../../project/tool-answer.ts';

const rowsSchema = z.object({ disciplines: z.array(disciplineLineSchema) });

export const command: CommandSpec = {
  reads: true,
  examples: [
    { command: 'ralph discipline list', does: 'Every discipline with its skills.' },
    { command: 'ralph discipline list --json', does: 'The same for a program.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const list = { tool: 'list_disciplines', rows: 'disciplines', input: {}, all: true };
      const answer = await listPages(app, invocation, list);
      showStyled(invocation, answer, () => {
        const { disciplines } = rowsSchema.parse(answer);
        if (disciplines.length === 0) return 'No disciplines. Add one with "ralph discipline add".';
        const rows = disciplines.map((each) => [
          each.name,
          each.acronym ?? '',
          each.display_name,
          each.skills.join(', '),
        ]);
        return table(['DISCIPLINE', 'ACRONYM', 'NAME', 'SKILLS'], rows, invocation);
      });
      return 0;
    }),
};
