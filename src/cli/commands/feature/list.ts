import { z } from 'zod';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { listPages } from '../../project/list-pages.ts';
import { table } from '../../project/tables.ts';
import { showStyled } from '../../project/tool-answer.ts';

const rowsSchema = z.object({
  features: z.array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      description: z.string(),
      tasks: z.int(),
      done: z.int(),
    }),
  ),
});

export const command: CommandSpec = {
  reads: true,
  examples: [
    { command: 'ralph feature list', does: 'Every feature with its tasks done and in all.' },
    { command: 'ralph feature list --json', does: 'The same for a program.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const list = { tool: 'list_features', rows: 'features', input: {}, all: true };
      const answer = await listPages(app, invocation, list);
      showStyled(invocation, answer, () => {
        const { features } = rowsSchema.parse(answer);
        if (features.length === 0) return 'No features. Add one with "ralph feature add".';
        const rows = features.map(({ name, display_name, description, tasks, done }) => [
          name,
          `${done}/${tasks}`,
          display_name,
          description,
        ]);
        return table(['FEATURE', 'DONE', 'NAME', 'DESCRIPTION'], rows, invocation);
      });
      return 0;
    }),
};
