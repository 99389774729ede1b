import { stat } from 'node:fs/promises';
import path from 'node:path';
import { resolveInside } from '../../base/paths.ts';
import { loopFiles } from '../loop-files.ts';
import { checkPrd } from '../prd/check-prd.ts';
import type { LoopServices } from '../services.ts';
import type { Check, CheckContext } from './check.ts';
import { agentCheck } from './checks/agent.ts';
import { allowedPathsCheck } from './checks/allowed-paths.ts';
import { configProblems } from './checks/config.ts';
import { databaseCheck } from './checks/database.ts';
import { filesCheck } from './checks/files.ts';
import { gatesCheck } from './checks/gates.ts';
import { gitCheck } from './checks/git.ts';
import { projectServerCheck } from './checks/project-server.ts';
import { promptCheck } from './checks/prompt.ts';
import type { Problem } from './problem.ts';
import { missingFile, readProjectText } from './read-project-text.ts';
import type { Validation } from './validation.ts';

export interface ValidateRequest {
  readonly root: string;
  readonly promptFile?: string;
  readonly prdFile?: string;
}

const checks: readonly Check[] = [
  filesCheck,
  promptCheck,
  gatesCheck,
  agentCheck,
  allowedPathsCheck,
  databaseCheck,
  projectServerCheck,
  gitCheck,
];

/** Whether a run could start here and do well. Reads only, and runs no gate and no agent. */
export async function validateProject(
  request: ValidateRequest,
  services: Pick<LoopServices, 'loadConfig' | 'inspectDatabase' | 'projectServer' | 'env'>,
): Promise<Validation> {
  const { root } = request;
  // A path that the caller gave is an argument, and a wrong one is refused as such.
  for (const given of [request.promptFile, request.prdFile]) {
    if (given !== undefined) await resolveInside(root, given);
  }
  const outcome = await services.loadConfig(root);
  const settings = outcome.ok ? outcome.config : undefined;
  const promptFile = request.promptFile ?? settings?.run.prompt_file ?? loopFiles.prompt;
  const prdFile = request.prdFile ?? settings?.run.prd_file ?? loopFiles.prd;

  const problems: Problem[] = [...configProblems(outcome.problems)];
  const checked: string[] = ['config'];
  if (await neverInitialised(root, [promptFile, prdFile])) {
    problems.push({
      severity: 'error',
      code: 'not_initialised',
      message: 'This folder has no files of Ralph yet.',
      fix: 'Run ralph init.',
    });
    return { ok: false, root, problems, checked: [...checked, 'files'] };
  }

  const prd = await judgePrd(root, prdFile);
  problems.push(...prd.problems);
  checked.push('prd');
  const context: CheckContext = {
    root,
    promptFile,
    prdFile,
    settings,
    services,
    stories: prd.stories,
  };
  for (const check of checks) {
    if (check.applies && !check.applies(context)) continue;
    problems.push(...(await check.run(context)));
    checked.push(check.name);
  }
  const ok = problems.every((problem) => problem.severity !== 'error');
  return { ok, root, problems, checked };
}

/** One sentence serves a newcomer better than a list of everything that is missing. */
async function neverInitialised(root: string, files: readonly string[]): Promise<boolean> {
  for (const file of [loopFiles.config, ...files]) {
    if (await stat(path.resolve(root, file)).catch(() => undefined)) return false;
  }
  return true;
}

async function judgePrd(
  root: string,
  file: string,
): Promise<{ problems: readonly Problem[]; stories: number }> {
  const found = await readProjectText(root, file);
  if (found.kind === 'text') return checkPrd(found.text, file);
  if (found.kind === 'problem') return { problems: [found.problem], stories: 0 };
  return {
    stories: 0,
    problems: [missingFile('PRD', file, loopFiles.prd, 'run.prd_file in ralph.yaml')],
  };
}
