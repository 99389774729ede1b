import { ToolError } from '../../../base/errors.ts';
import { resolveInside, toRepoRelative } from '../../../base/paths.ts';
import { loopFiles } from '../../loop-files.ts';
import { checkPrd } from '../../prd/check-prd.ts';
import { readStories } from '../../prd/stories.ts';
import { isScaffoldPrompt } from '../../scaffold/files/prompt.ts';
import type { LoopSettings } from '../../services.ts';
import type { Problem } from '../../validate/problem.ts';
import { problemPlace } from '../../validate/problem-text.ts';
import { missingFile, readProjectText } from '../../validate/read-project-text.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunRequest } from './run-request.ts';

export interface ChosenWork extends Pick<RunOptions, 'mode' | 'prompt_file' | 'prd_file'> {
  /** The branch that the PRD asks for; only when the run works on it. */
  readonly prdBranch: string | null;
  readonly warnings: readonly string[];
}

/** What a run works on: the task queue when asked for, else a PRD that has stories, else the prompt. */
export async function chooseWork(options: {
  readonly root: string;
  readonly kind: RunOptions['kind'];
  readonly request: RunRequest;
  readonly run: LoopSettings['run'];
}): Promise<ChosenWork> {
  const { root, kind, request, run } = options;
  const file = async (given: string) => toRepoRelative(root, await resolveInside(root, given));
  const understand = request.prompt_file ?? loopFiles.understandPrompt;
  const files = {
    prompt_file: await file(kind === 'understand' ? understand : run.prompt_file),
    prd_file: await file(run.prd_file),
  };
  if (kind === 'understand') {
    await requirePrompt(root, files.prompt_file, kind);
    return { ...files, mode: 'prompt', prdBranch: null, warnings: [] };
  }
  if (request.tasks === true) return { ...files, mode: 'tasks', prdBranch: null, warnings: [] };
  refuseFilters(request);

  const prd = await readPrd(root, files.prd_file, request.prd_file !== undefined);
  const prompt = await requirePrompt(root, files.prompt_file, kind);
  if (prd.stories > 0) {
    return { ...files, mode: 'prd', prdBranch: prd.branch, warnings: prd.warnings };
  }
  if (isScaffoldPrompt(prompt)) {
    throw new ToolError('not_found', `${files.prompt_file} does not say yet what there is to do.`, {
      hint: `Replace the line in parentheses under "Goal" in it, add stories to ${files.prd_file}, or work on the project's tasks with --tasks ("tasks": true over MCP).`,
    });
  }
  return { ...files, mode: 'prompt', prdBranch: null, warnings: prd.warnings };
}

function refuseFilters({ feature, discipline }: RunRequest): void {
  if (feature === undefined && discipline === undefined) return;
  const name = feature === undefined ? '--discipline' : '--feature';
  throw new ToolError('invalid_argument', `${name} chooses among tasks, and this run takes none.`, {
    hint: 'Add --tasks, or leave it out.',
  });
}

async function requirePrompt(
  root: string,
  file: string,
  kind: RunOptions['kind'],
): Promise<string> {
  const found = await readProjectText(root, file);
  if (found.kind === 'problem') throw refusal(found.problem);
  if (found.kind === 'missing') {
    const [standard, setting] =
      kind === 'run'
        ? [loopFiles.prompt, 'run.prompt_file in ralph.yaml']
        : [loopFiles.understandPrompt, 'prompt_file'];
    throw refusal(missingFile('prompt', file, standard, setting));
  }
  if (found.text.trim() !== '') return found.text;
  throw new ToolError('not_found', `The prompt ${file} is empty.`, {
    hint: 'Write what the agent shall do, or remove the file and run ralph init.',
  });
}

/** A PRD that nobody named may be absent; one that is there has to be right, or work would be passed over. */
async function readPrd(root: string, file: string, named: boolean) {
  const found = await readProjectText(root, file);
  if (found.kind === 'problem') throw refusal(found.problem);
  if (found.kind === 'missing') {
    if (named) throw refusal(missingFile('PRD', file, loopFiles.prd, 'run.prd_file in ralph.yaml'));
    return { stories: 0, branch: null, warnings: [] };
  }
  const { problems, stories } = checkPrd(found.text, file);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first, ...others] = errors;
  if (first) {
    const more = others.length > 0 ? ` (and ${others.length} more: run ralph validate)` : '';
    throw new ToolError('invalid_argument', `${problemPlace(first)}${first.message}${more}`, {
      hint: first.fix,
    });
  }
  const read = readStories(found.text);
  return {
    stories,
    branch: read.ok ? read.branch_name : null,
    // A PRD that takes no part may look as it likes.
    warnings: stories > 0 ? problems.map((one) => `${problemPlace(one)}${one.message}`) : [],
  };
}

function refusal({ code, message, fix }: Problem): ToolError {
  return new ToolError(code === 'missing_file' ? 'not_found' : 'invalid_argument', message, {
    hint: fix,
  });
}
