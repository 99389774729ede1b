import { z } from 'zod';
import { problemText } from '../validate/problem-text.ts';
import { validationSchema } from '../validate/validation.ts';
import { defineLoopTool, rootInput } from './define-loop-tool.ts';

export const ralphValidate = defineLoopTool({
  name: 'ralph_validate',
  title: 'Validate a Ralph project',
  description:
    'Checks that a run could start in a repository: prompt, prd.json, configuration, gates, agent, database and git. Answers every problem with its fix. Changes nothing, and runs neither gates nor agents.',
  category: 'setup',
  effect: 'read',
  aliases: ['ralph.validate'],
  input: z.strictObject({
    root: rootInput,
    prompt_file: z
      .string()
      .min(1)
      .optional()
      .describe('Prompt to check instead of the configured one; inside the root.'),
    prd_file: z
      .string()
      .min(1)
      .optional()
      .describe('PRD to check instead of the configured one; inside the root.'),
  }),
  output: validationSchema,
  async handler({ root, prompt_file, prd_file }, { services }) {
    const { validateProject } = await import('../validate/validate-project.ts');
    return validateProject(
      {
        root: await services.roots.resolve(root),
        ...(prompt_file !== undefined && { promptFile: prompt_file }),
        ...(prd_file !== undefined && { prdFile: prd_file }),
      },
      services,
    );
  },
  render({ ok, problems, checked }) {
    const counts = `${checked.length} parts checked: ${checked.join(', ')}.`;
    if (problems.length === 0) return `Everything is in place. ${counts}`;
    const verdict = ok ? 'Ready, with warnings.' : 'Not ready.';
    return [`${verdict} ${counts}`, ...problems.map(problemText)].join('\n');
  },
});
