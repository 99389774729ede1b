import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { textOption } from '../../read-values.ts';
import { renderMatrix } from '../../session/render-matrix.ts';
import { styleFor } from '../../terminal/style.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'A table of tools and recipes, with the rule that removes each tool that is off, and the tokens that the listing costs a model: of names, descriptions and input schemas, and with output schemas.',
  options: [
    { name: 'recipe', value: 'NAME', description: 'Only this recipe, with a rule for each tool' },
    { name: 'discipline', value: 'NAME', description: 'With what this discipline takes away' },
  ],
  examples: [
    { command: 'ralph session tools', does: 'Every tool in every recipe.' },
    {
      command: 'ralph session tools --recipe task_execution --discipline docs',
      does: 'What a session would have, and why it lacks the rest.',
    },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { toolMatrix } = await import('../../../session/tool-matrix.ts');
      const matrix = await toolMatrix(app.sessions, {
        recipe: textOption(invocation, 'recipe'),
        discipline: textOption(invocation, 'discipline'),
      });
      const { output, json } = invocation;
      if (json) output.json(matrix);
      else output.line(renderMatrix(matrix, styleFor(invocation), { fit: output.isTerminal }));
      return 0;
    }),
};
