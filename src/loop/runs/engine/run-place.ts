import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../../guards/git.ts';
import { keepPartial } from '../../guards/keep-work.ts';
import { findRepository } from '../../guards/repository.ts';
import { restore } from '../../guards/restore.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { loadSnapshot } from '../../guards/snapshot-file.ts';
import { takeSnapshot } from '../../guards/take-snapshot.ts';
import { openWorktree } from '../../guards/worktree.ts';
import { branchCommit, switchBranch } from './run-branch.ts';
import { type RunContext, remember } from './run-context.ts';

export interface RunPlace {
  readonly folder: string;
  /** The folder before the first launch. */
  readonly start: Snapshot;
}

/** Makes the place that a run works in: its worktree, its branch, or the root as it is. Taken up again when made. */
export async function openPlace(context: RunContext): Promise<RunPlace> {
  return context.options.worktree ? openOwnTree(context) : openRoot(context);
}

async function openRoot(context: RunContext): Promise<RunPlace> {
  const { options, scratch, services } = context;
  const { root, clock } = services;
  const { memory } = await context.run();
  if (memory.start_snapshot !== undefined) {
    return { folder: root, start: loadSnapshot(scratch, memory.start_snapshot) };
  }
  if (memory.before_snapshot === undefined || memory.branch_start === undefined) {
    const before = await takeSnapshot(root, { scratch, clock });
    await remember(context, { folder: root, before_snapshot: before.id });
    if (options.branch === null) {
      await remember(context, { start_snapshot: before.id });
      return { folder: root, start: before };
    }
  } else {
    await takeBackSwitch(context, loadSnapshot(scratch, memory.before_snapshot));
  }
  if (options.branch !== null) {
    await remember(context, { branch_start: await branchCommit(root, options.branch) });
    await context.journal.write({ run: { branch: options.branch } });
    await switchBranch(root, options.branch);
  }
  const start = await takeSnapshot(root, { scratch, clock });
  await remember(context, { start_snapshot: start.id });
  return { folder: root, start };
}

/** A switch that was broken off may have left half a branch, or a lock. */
async function takeBackSwitch(context: RunContext, before: Snapshot): Promise<void> {
  const { runId, services, journal } = context;
  const keeping = { run: `${runId}-start`, iteration: 0, clock: services.clock };
  const kept = await keepPartial(before, keeping);
  if (kept) {
    const message = `The start of the run was broken off. ${kept.how_to_recover}`;
    await journal.write({ events: [{ iteration: null, event: { kind: 'warning', message } }] });
  }
  await restore(before);
}

/** Inside the root, so that programs find the dependencies that are installed there. */
export function worktreeFolder(root: string, runId: string): string {
  return path.join(root, '.ralph', 'worktrees', runId);
}

async function openOwnTree(context: RunContext): Promise<RunPlace> {
  const { options, runId, scratch, services } = context;
  const { root, clock } = services;
  const folder = worktreeFolder(root, runId);
  const branch = options.branch ?? `ralph/${runId}`;
  const { memory, worktree } = await context.run();
  if (memory.start_snapshot !== undefined) {
    await openWorktree(root, { folder, branch });
    if (worktree === null) await context.journal.write({ run: { worktree: folder } });
    return { folder, start: loadSnapshot(scratch, memory.start_snapshot) };
  }
  if (memory.branch_start === undefined) {
    await remember(context, { folder, branch_start: await branchCommit(root, branch) });
    await context.journal.write({ run: { branch, worktree: folder } });
  } else {
    await removeHalfMade(root, folder);
  }
  await openWorktree(root, { folder, branch });
  await bringWhatIsAsked(context, folder);
  const start = await takeSnapshot(folder, { scratch, clock });
  await remember(context, { start_snapshot: start.id });
  return { folder, start };
}

async function removeHalfMade(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const repository = await findRepository(root);
  if (repository) await runGit(['worktree', 'prune'], { place: repository.place });
}

/** What the run is asked for comes along as it is in the root, committed or not. */
async function bringWhatIsAsked({ services, options }: RunContext, folder: string): Promise<void> {
  for (const name of [options.prompt_file, options.prd_file]) {
    const source = path.join(services.root, name);
    const found = await stat(source).catch(() => undefined);
    if (path.isAbsolute(name) || !found?.isFile()) continue;
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}
