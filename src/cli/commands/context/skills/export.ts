import type { CommandSpec } from '../../../command.ts';
import { withContext } from '../../../context/with-context.ts';
import { numberOption } from '../../../project/read-input.ts';

const defaultLast = 20;

export const command: CommandSpec = {
  description:
    'How the iterations went, what fixed their errors, which skills they had and cited, and what every skill has been worth. Answer it with operations for "context skills apply".',
  options: [
    { name: 'last', value: 'N', description: `How many iterations; ${defaultLast} unless given` },
  ],
  examples: [
    {
      command: 'ralph context skills export --last 10',
      does: 'Input for a reflector.',
    },
  ],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { reflectionInput } = await import('../../../../context/skillbook/reflection.ts');
      const last = numberOption(invocation, 'last', { min: 1, max: 1_000 }) ?? defaultLast;
      invocation.output.json(await reflectionInput(context, last));
      return 0;
    }),
};
