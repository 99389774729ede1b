import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loopFiles } from '../../loop-files.ts';
import type { Check } from '../check.ts';
import type { Problem } from '../problem.ts';

/** Files without which Ralph works, but worse; the prompt and the PRD have checks of their own. */
const helpful: readonly (readonly [string, string])[] = [
  [loopFiles.config, 'so every setting has its default'],
  [loopFiles.progress, 'so an iteration cannot read what the last one learned'],
  [loopFiles.codebaseMap, 'so there is no map of the code to read or extend'],
  [loopFiles.understandPrompt, 'so the code base cannot be mapped'],
];

export const filesCheck: Check = {
  name: 'files',
  async run({ root }) {
    const problems: Problem[] = [];
    for (const [file, consequence] of helpful) {
      if (await stat(path.join(root, file)).catch(() => undefined)) continue;
      problems.push({
        severity: 'warning',
        code: 'missing_file',
        file,
        message: `${file} is missing, ${consequence}.`,
        fix: 'Run ralph init: it adds what is missing and keeps the rest.',
      });
    }
    return problems;
  },
};
