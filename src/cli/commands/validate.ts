import { ToolError } from '../../base/errors.ts';
import { validationSchema } from '../../loop/validate/validation.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';
import { textOption } from '../read-values.ts';
import { styleFor } from '../terminal/style.ts';
import { callTool } from '../tools/call-tool.ts';
import { renderValidation } from '../validate/render-validation.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Looks at the prompt, the PRD, the configuration, gates, agent, database and git, and says how to mend what it finds. It changes nothing and runs neither gates nor agents. Exits 1 when there are errors; warnings do not count.',
  options: [
    { name: 'prompt-file', value: 'FILE', description: 'Prompt to check, inside the root.' },
    { name: 'prd-file', value: 'FILE', description: 'PRD to check, inside the root.' },
  ],
  examples: [
    { command: 'ralph validate', does: 'Every problem with its fix.' },
    {
      command: 'ralph validate --json',
      does: 'The same as {ok, root, problems: [{severity, code, file, line, message, fix}], checked}.',
    },
    { command: 'ralph validate --prd-file plans/next.json', does: 'Checks another PRD.' },
  ],
  async run(invocation) {
    const outcome = await withApp(invocation, async (app) =>
      callTool(await app.registry(['loop']), 'ralph_validate', toolInput(invocation), invocation),
    );
    if (!outcome.ok) {
      const { code, message, hint, details } = outcome.error;
      throw new ToolError(code, message, { hint, details });
    }
    const result = validationSchema.parse(outcome.structured);
    if (invocation.json) invocation.output.json(result);
    else
      invocation.output.line(
        renderValidation(result, styleFor(invocation), { fit: invocation.output.isTerminal }),
      );
    return result.ok ? 0 : 1;
  },
};

function toolInput(invocation: Invocation): Record<string, string> {
  const prompt = textOption(invocation, 'prompt-file');
  const prd = textOption(invocation, 'prd-file');
  return {
    ...(prompt !== undefined && { prompt_file: prompt }),
    ...(prd !== undefined && { prd_file: prd }),
  };
}
