import { defined } from '../../../base/defined.ts';
import { ToolError } from '../../../base/errors.ts';
import { resolveInside } from '../../../base/paths.ts';
import { detectGates } from '../../gates/detect-gates.ts';
import { gatesOf } from '../../gates/gate.ts';
import { gateObstacle } from '../../gates/gate-runnable.ts';
import { readProjectFiles } from '../../gates/project-files.ts';
import { loopFiles } from '../../loop-files.ts';
import { branchNameFault } from '../../prd/branch-name.ts';
import { type GitState, gitState } from '../../programs/git-state.ts';
import type { LoopSettings } from '../../services.ts';
import { readProjectText } from '../../validate/read-project-text.ts';
import type { RunOptions } from '../run-options.ts';
import { openTopics } from '../work/topics.ts';
import { chooseAgents, refusedOtherwise, refuseUnmeasurable } from './choose-agents.ts';
import { type ChosenWork, chooseWork } from './choose-work.ts';
import type { RunRequest } from './run-request.ts';

export interface RunTerms {
  readonly options: RunOptions;
  /** Where each gate was found; null for those that the config names. */
  readonly gate_sources: Readonly<Record<string, string | null>>;
  readonly warnings: readonly string[];
}

/** Everything that a run is going to go by, or the reason why it cannot start. Reads only. */
export async function resolveRunOptions(given: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly kind: RunOptions['kind'];
  readonly request: RunRequest;
  /** With the request's own wishes in it already. */
  readonly settings: LoopSettings;
  /** Without one nobody can be asked before each iteration. */
  readonly attended: boolean;
  /** Nothing is going to start: what is not installed is told, and no reason to refuse. */
  readonly dryRun?: boolean;
}): Promise<RunTerms> {
  const { root, env, kind, request, settings, dryRun = false } = given;
  const { run } = settings;
  const understand = kind === 'understand';
  const work = await chooseWork({ root, kind, request, run });
  const { agents, warnings } = await chooseAgents({ root, env, settings, request, dryRun });
  const gates = understand ? { gates: [], sources: {}, warnings: [] } : await chooseGates(given);
  const allowEdits = !understand && request.allow_edits === true;
  const git = await gitState(root, env);
  const worktree = request.worktree === true;
  if (worktree) refuseWorktree(git, allowEdits);
  const branch = chooseBranch({ run, work, git, allowEdits });
  const unusable = await unusableGates(given, gates);
  // On a branch that is not checked out yet it may be there; the baseline will tell.
  const isHopeless = ({ writable }: UnusableGate) =>
    branch.name === null && !(writable && allowEdits);
  const hopeless = unusable.find(isHopeless);
  if (hopeless && !dryRun) throw hopeless.refusal;
  const budgets = defined(settings.budgets);
  refuseUnmeasurable(budgets, agents);

  const options: RunOptions = {
    kind,
    mode: work.mode,
    prompt_file: work.prompt_file,
    prd_file: work.prd_file,
    ...defined({ feature: request.feature, discipline: request.discipline }),
    recipe: 'task_execution',
    sleep_seconds: run.sleep_seconds,
    interactive: run.interactive && given.attended,
    allow_edits: allowEdits,
    allowed_paths: understand
      ? [loopFiles.codebaseMap]
      : await insidePaths(root, run.allowed_paths),
    yolo: request.yolo === true,
    commit: settings.commit && allowEdits,
    branch: branch.name,
    worktree,
    agents: [...agents],
    gates: [...gates.gates],
    budgets: understand ? { ...budgets, iterations: await topics(given, budgets) } : budgets,
    notify: defined({
      on_finish: settings.notify.on_finish && defined(settings.notify.on_finish),
      on_needs_input: settings.notify.on_needs_input && defined(settings.notify.on_needs_input),
    }),
    log_keep_days: settings.logs.keep_days,
    reflect_every: settings.learning.enabled ? settings.learning.reflect_every : 0,
  };
  return {
    options,
    gate_sources: gates.sources,
    warnings: [
      ...work.warnings,
      ...warnings,
      ...gates.warnings,
      ...branch.warnings,
      ...unusable.map((gate) =>
        isHopeless(gate) ? refusedOtherwise(gate.refusal) : gate.refusal.message,
      ),
    ],
  };
}

interface UnusableGate {
  readonly refusal: ToolError;
  /** It waits for a file that the run may write. */
  readonly writable: boolean;
}

async function chooseGates({
  root,
  settings,
}: {
  readonly root: string;
  readonly settings: LoopSettings;
}) {
  const detected = settings.gates ? [] : detectGates(await readProjectFiles(root));
  const gates = gatesOf(settings.gates, detected).map(defined);
  const sources = Object.fromEntries(
    gates.map(({ name }) => [
      name,
      detected.find((gate) => gate.name === name)?.detected_from ?? null,
    ]),
  );
  const warnings: string[] = [];
  if (gates.length === 0) {
    warnings.push(
      `No gate is set and none was detected, so nothing can prove that work is done. Add a command under gates in ${loopFiles.config}.`,
    );
  }
  return { gates, sources, warnings };
}

/**
 * What is spent on a gate that can never turn green is spent for nothing. One that waits for a file of the project
 * may be what the run is for.
 */
async function unusableGates(
  { root, env }: { readonly root: string; readonly env: Parameters<typeof gateObstacle>[1]['env'] },
  { gates, sources }: Pick<Awaited<ReturnType<typeof chooseGates>>, 'gates' | 'sources'>,
): Promise<readonly UnusableGate[]> {
  const found = [];
  for (const { name, run } of gates) {
    const obstacle = await gateObstacle(run, { root, env, from: sources[name] });
    if (!obstacle) continue;
    const message = `The gate "${name}" (${run}) cannot run: ${obstacle.message}`;
    const refusal = new ToolError('unavailable', message, { hint: obstacle.fix });
    found.push({ refusal, writable: obstacle.writable });
  }
  return found;
}

async function insidePaths(root: string, allowed: readonly string[]): Promise<string[]> {
  for (const path of allowed) await resolveInside(root, path);
  return [...allowed];
}

function refuseWorktree(git: GitState, allowEdits: boolean): void {
  if (!allowEdits) {
    throw new ToolError('invalid_argument', 'A run that may change nothing needs no worktree.', {
      hint: 'Leave out --worktree, or let the run edit.',
    });
  }
  if (git.kind === 'repository' && git.hasCommits) return;
  throw new ToolError('invalid_argument', 'A worktree needs a git repository with a commit.', {
    hint: 'Commit what you have (git init, git add ., git commit), or leave out --worktree.',
  });
}

/** Only a name that was asked for, in the config or by the PRD, makes a run leave the current branch. */
function chooseBranch(options: {
  readonly run: LoopSettings['run'];
  readonly work: ChosenWork;
  readonly git: GitState;
  readonly allowEdits: boolean;
}): { name: string | null; warnings: string[] } {
  const { run, work, git, allowEdits } = options;
  const name = run.branch ?? work.prdBranch ?? '';
  if (name === '' || !allowEdits) return { name: null, warnings: [] };
  const fault = branchNameFault(name);
  if (fault !== undefined) {
    throw new ToolError('invalid_argument', `"${name}" cannot be a branch: ${fault}.`, {
      hint: 'Correct it (--branch, RALPH_BRANCH, run.branch in ralph.yaml or branchName in the PRD), or leave it empty to stay on the current branch.',
    });
  }
  if (git.kind === 'repository') return { name, warnings: [] };
  const stay = `This folder is no git repository, so there is no branch "${name}" to work on.`;
  return { name: null, warnings: [stay] };
}

/** Each iteration of understanding takes one topic of the map: more iterations than topics would be idle. */
async function topics(
  { root, request }: { readonly root: string; readonly request: RunRequest },
  { iterations }: RunOptions['budgets'],
): Promise<number> {
  if (request.max_iterations !== undefined) return request.max_iterations;
  const map = await readProjectText(root, loopFiles.codebaseMap);
  const open = map.kind === 'text' ? openTopics(map.text) : null;
  return open === null ? iterations : Math.min(open, iterations);
}
