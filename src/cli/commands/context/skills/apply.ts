import { errorMessage, UserError } from '../../../../base/errors.ts';
import type { BookOperation } from '../../../../context/skillbook/operations.ts';
import { countText } from '../../../../loop/runs/report/amounts.ts';
import type { CommandSpec } from '../../../command.ts';
import { readExport } from '../../../context/read-export.ts';
import { withContext } from '../../../context/with-context.ts';
import { show } from '../../../project/tool-answer.ts';
import { textArgument } from '../../../read-values.ts';

export const command: CommandSpec = {
  description:
    'Takes {"operations": [{"type": "ADD" | "UPDATE" | "TAG" | "REMOVE", …}]} as ACE words it. The book keeps its format and every byte that is not changed.',
  arguments: [
    { name: 'file', description: 'The operations, or - for standard input', required: true },
  ],
  examples: [
    { command: 'ralph context skills apply operations.json', does: 'What was learnt goes in.' },
  ],
  async run(invocation) {
    const given = textArgument(invocation, 'file');
    const operations = await parsed(
      await readExport(given, invocation, `Name a file with operations. ${form}`),
    );
    return withContext(invocation, async (context, services) => {
      const outcomes = await services.skills.apply(context, operations);
      const applied = outcomes.filter((outcome) => outcome.applied).length;
      show(invocation, { applied, outcomes }, () =>
        [
          `Applied ${applied} of ${countText(outcomes.length, 'operation')}.`,
          ...outcomes.flatMap(({ type, skill_id, note }) =>
            note === null ? [] : [`${type} ${skill_id ?? ''}: ${note}.`],
          ),
        ].join('\n'),
      );
      return 0;
    });
  },
};

const form = 'Write {"operations": [{"type": "ADD", "section": "testing", "content": "…"}]}.';

async function parsed(text: string): Promise<readonly BookOperation[]> {
  const { updateBatchSchema } = await import('../../../../context/skillbook/operations.ts');
  const { success, data, error } = updateBatchSchema.safeParse(json(text));
  if (success) return data.operations;
  const [issue] = error.issues;
  throw new UserError(
    `These are no operations: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
    {
      hint: form,
      exitCode: 2,
    },
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new UserError(`These are no operations: ${errorMessage(thrown)}.`, {
      hint: form,
      exitCode: 2,
    });
  }
}
