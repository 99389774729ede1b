import { spentBudgetOf } from '../../loop/runs/engine/next-step.ts';
import type { Iteration, Run } from '../../loop/runs/run.ts';
import { padEnd } from '../terminal/text-width.ts';

/** What a person may type next about a run, each with what it does. */
export function nextSteps(
  run: Run,
  iterations: readonly Iteration[],
  isAlive: boolean,
): readonly (readonly [command: string, does: string])[] {
  const { id } = run;
  const watch = [`ralph runs watch ${id}`, 'follow it'] as const;
  const cancel = [`ralph runs cancel ${id}`, 'end it'] as const;
  const resume = [`ralph runs resume ${id}`, 'go on with it'] as const;
  const undo = [`ralph runs undo ${id}`, 'take back everything it changed'] as const;
  if (run.undone) return [];
  if (run.status === 'queued' || (run.status === 'running' && isAlive)) return [watch, cancel];
  if (run.status === 'running') return [resume, cancel];
  const review = reviewStep(run);
  // A run goes on under its own terms, so that one with nothing left of a budget would end at once.
  const isSpent = spentBudgetOf(run, iterations, new Date()) !== undefined;
  if (run.status === 'complete') return [...review, undo];
  if (waitsForApproval(run, iterations)) {
    const approve = [`ralph runs approve ${id}`, 'let pass what looks like tampering'] as const;
    return [approve, [resume[0], 'then go on with it'], undo];
  }
  return [...(isSpent ? anotherRun(run) : [resume]), ...review, undo];
}

/**
 * What was done in a worktree lies on its branch, where another run would not find it; and a run that might not edit
 * is not to be followed by one that may.
 */
export function anotherRun({ options: { kind, mode, worktree, allow_edits } }: Run) {
  const does = 'go on from here in another run';
  if (kind === 'understand') return [['ralph understand', does] as const];
  if (worktree) return [];
  const command = startCommand(mode === 'tasks');
  return [[allow_edits ? command : `${command} --read-only`, does] as const];
}

export function startCommand(onTasks: boolean): string {
  return onTasks ? 'ralph run --tasks' : 'ralph run';
}

export function stepLines(steps: ReturnType<typeof nextSteps>): readonly string[] {
  const width = Math.max(0, ...steps.map(([command]) => command.length));
  return steps.map(([command, does]) => `${padEnd(command, width)}  ${does}`);
}

function waitsForApproval(run: Run, iterations: readonly Iteration[]): boolean {
  return !run.approved && (iterations.at(-1)?.tampering.length ?? 0) > 0;
}

/** A branch that is checked out has nothing before HEAD to compare with. */
function reviewStep({ branch, options }: Run) {
  return branch === null || !options.worktree
    ? []
    : [[`git diff HEAD...${branch}`, 'see what it did'] as const];
}
