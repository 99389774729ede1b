import { closeWorktree } from '../../guards/worktree.ts';
import { pruneOld } from '../report/prune-old.ts';
import type { Ending } from '../store/run-memory.ts';
import { activeMs } from './next-step.ts';
import type { ReadyRun } from './prepare-run.ts';
import { type RunContext, timeOf } from './run-context.ts';

/** Ends the run: its row and its last event are one transaction, after everything that may still fail. */
export async function finishRun(
  context: RunContext & Partial<Pick<ReadyRun, 'trees'>>,
  ending: Ending,
  waitsForApproval: boolean,
): Promise<void> {
  const { journal, services } = context;
  const { active_since: _, ...memory } = (await context.run()).memory;
  const now = services.clock.now();
  const { trees } = context;
  const end = await trees?.take();
  const tree = end && (await trees?.fingerprint(end));
  const closed = await closeOwnTree(context, ending);
  const run = await context.run();
  await journal.write({
    run: {
      status: ending.status,
      exit_code: ending.exit_code,
      reason: ending.reason,
      ended_at: timeOf(context),
      phase: waitsForApproval ? 'needs_approval' : null,
      waiting: null,
      ...(closed && { worktree: null }),
      memory: {
        ...memory,
        active_ms: activeMs(run, now),
        ...(tree !== undefined && { end_tree: tree }),
        ...(end && { end_snapshot: end.id }),
      },
    },
    events: [{ iteration: null, event: { kind: 'run_ended', ...ending, spend: run.spend } }],
  });
}

/** A worktree that is no longer needed goes, and its branch stays; one with uncommitted work stays as well. */
async function closeOwnTree(context: RunContext, ending: Ending): Promise<boolean> {
  const { worktree } = await context.run();
  if (worktree === null || ending.status !== 'complete') return false;
  return (await closeWorktree(context.services.root, worktree)).removed;
}

/** Of so many runs it can be told which files have changed since; the older one is, the less that is asked. */
const endsKept = 5;

/** What is too old to be wanted back goes, once a run has ended. */
export async function pruneAfter(context: RunContext): Promise<void> {
  const { services, store, options } = context;
  const now = services.clock.now();
  const since = now.getTime() - options.log_keep_days * 24 * 60 * 60 * 1000;
  const keepSnapshots: string[] = [];
  for (const [place, run] of (await store.list({ limit: 200 })).entries()) {
    if (new Date(run.created_at).getTime() < since) continue;
    const { before_snapshot, start_snapshot, end_snapshot } = run.memory;
    const wanted = [before_snapshot, start_snapshot, place < endsKept ? end_snapshot : undefined];
    keepSnapshots.push(...wanted.filter((id) => id !== undefined));
    const open = (await store.iterations(run.id)).filter(({ status }) => status === 'running');
    keepSnapshots.push(...open.map(({ memory }) => memory.snapshot));
  }
  const problems = await pruneOld({
    root: services.root,
    dataFolder: services.dataFolder,
    keepDays: options.log_keep_days,
    now,
    keepSnapshots,
  });
  for (const problem of problems) services.logger.warn(problem);
}
