import { loopFiles } from '../../loop-files.ts';
import { isScaffoldPrompt } from '../../scaffold/files/prompt.ts';
import type { Check } from '../check.ts';
import type { Problem } from '../problem.ts';
import { missingFile, readProjectText } from '../read-project-text.ts';

export const promptCheck: Check = {
  name: 'prompt',
  async run({ root, promptFile, stories }) {
    const found = await readProjectText(root, promptFile);
    const problem = (severity: Problem['severity'], code: string, message: string, fix: string) => [
      { severity, code, file: promptFile, message, fix },
    ];
    if (found.kind === 'problem') return [found.problem];
    if (found.kind === 'missing') {
      return [missingFile('prompt', promptFile, loopFiles.prompt, 'run.prompt_file in ralph.yaml')];
    }
    if (found.text.trim() === '') {
      const fix = 'Write what the agent shall do, or remove the file and run ralph init.';
      return problem('error', 'prompt_empty', `The prompt ${promptFile} is empty.`, fix);
    }
    // With stories in the PRD those are the goal, and the scaffold's instructions are enough.
    if (stories === 0 && isScaffoldPrompt(found.text)) {
      return problem(
        'warning',
        'prompt_untouched',
        `${promptFile} does not say yet what there is to do.`,
        'Replace the line in parentheses under "Goal", or add stories to the PRD. Until then only ralph run --tasks starts.',
      );
    }
    return [];
  },
};
