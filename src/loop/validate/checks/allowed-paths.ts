import { stat } from 'node:fs/promises';
import { ToolError } from '../../../base/errors.ts';
import { resolveInside } from '../../../base/paths.ts';
import type { Check, CheckContext } from '../check.ts';
import type { Problem } from '../problem.ts';

export const allowedPathsCheck: Check = {
  name: 'allowed_paths',
  applies: ({ settings }) => (settings?.run.allowed_paths.length ?? 0) > 0,
  async run(context) {
    const problems: Problem[] = [];
    for (const allowed of context.settings?.run.allowed_paths ?? []) {
      const problem = await judge(context, allowed);
      if (problem) problems.push(problem);
    }
    return problems;
  },
};

async function judge({ root }: CheckContext, allowed: string): Promise<Problem | undefined> {
  try {
    const absolute = await resolveInside(root, allowed);
    if (await stat(absolute).catch(() => undefined)) return undefined;
    return {
      severity: 'warning',
      code: 'allowed_path_missing',
      message: `run.allowed_paths names "${allowed}", which does not exist.`,
      fix: 'Correct the path, or leave it if a run shall create it.',
    };
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return {
      severity: 'error',
      code: 'allowed_path_outside',
      message: `run.allowed_paths: ${thrown.message}`,
      fix: thrown.hint,
    };
  }
}
