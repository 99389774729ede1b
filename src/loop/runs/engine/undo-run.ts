import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '../../../base/errors.ts';
import { runGit } from '../../guards/git.ts';
import { keepPartial } from '../../guards/keep-work.ts';
import { laterChanges } from '../../guards/later-changes.ts';
import { checkedOutIn, otherWorktrees, readRefs } from '../../guards/refs.ts';
import { findRepository, type Repository } from '../../guards/repository.ts';
import { restore } from '../../guards/restore.ts';
import { snapshotFolder } from '../../guards/scratch-layout.ts';
import { fromRoot, type Snapshot } from '../../guards/snapshot.ts';
import { listSnapshots, loadSnapshot } from '../../guards/snapshot-file.ts';
import { takeSnapshot } from '../../guards/take-snapshot.ts';
import { differingPaths, treeFingerprint } from '../../guards/tree-fingerprint.ts';
import { openWorktree } from '../../guards/worktree.ts';
import { hasEnded } from '../run.ts';
import type { RunServices } from '../run-services.ts';
import type { StoredRun } from '../store/run-rows.ts';
import { type RunStore, runStore } from '../store/run-store.ts';
import { holdRunLease } from './run-lease.ts';
import { worktreeFolder } from './run-place.ts';

export interface UndoneRun {
  /** Where everything is that was taken back; null when there was nothing. */
  readonly how_to_recover: string | null;
  /** What could not be brought back. */
  readonly lost: readonly string[];
}

const mostNamed = 10;

/** Takes back a whole run: files, repository and project are what they were before it. Its work is kept first. */
export async function undoRun(
  services: RunServices,
  runId: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<UndoneRun> {
  const database = await services.database();
  const store = runStore(database, services.clock);
  refuseUnfit(await store.get(runId));
  const lease = await holdRunLease(database, services, `undo of run ${runId}`);
  try {
    const run = await store.get(runId);
    refuseUnfit(run);
    const undone = run.options.worktree
      ? await undoOwnTree(services, store, run, force)
      : await undoInRoot(services, store, run, force);
    for (const message of await undoProject(services, store, run)) {
      await store.record(runId, null, { kind: 'warning', message });
    }
    const kept = undone.how_to_recover === null ? '' : ` ${undone.how_to_recover}`;
    await store.record(runId, null, { kind: 'warning', message: `The run was undone.${kept}` });
    await store.markUndone(runId);
    return undone;
  } finally {
    await lease.release();
  }
}

function refuseUnfit(run: StoredRun): void {
  if (!hasEnded(run)) {
    throw new ToolError('conflict', `Run ${run.id} has not ended.`, {
      hint: `Cancel it first: ralph runs cancel ${run.id}`,
    });
  }
  if (run.undone) {
    throw new ToolError('conflict', `Run ${run.id} is undone already.`, {
      hint: `"ralph runs show ${run.id}" says where its work is.`,
    });
  }
}

async function undoInRoot(
  services: RunServices,
  store: RunStore,
  run: StoredRun,
  force: boolean,
): Promise<UndoneRun> {
  const { before_snapshot, undo } = run.memory;
  if (before_snapshot === undefined) return { how_to_recover: null, lost: [] };
  const { root, clock } = services;
  const scratch = snapshotFolder(root, services.dataFolder);
  const before = loadSnapshot(scratch, before_snapshot);
  const end = endOf(run, scratch);
  const now = await takeSnapshot(root, { scratch, clock });
  const { target, entangled } = await laterChanges(before, end, now);
  if (undo === undefined && !force) {
    await refuseEdited(run, { before, end, now });
    if (entangled.length > 0) throw branchesChanged(run.id, entangled);
  }
  const how_to_recover = await keptOnce(store, run, async () => {
    const kept = await keepPartial(target, { run: run.id, iteration: 0, clock });
    return kept?.how_to_recover ?? null;
  });
  const { lost } = await restore(target);
  return { how_to_recover, lost };
}

/** The worktree goes, and its branch is what it was: gone, when the run had made it. */
async function undoOwnTree(
  services: RunServices,
  store: RunStore,
  run: StoredRun,
  force: boolean,
): Promise<UndoneRun> {
  const { start_snapshot, branch_start, undo } = run.memory;
  const { branch } = run;
  if (start_snapshot === undefined || branch === null) return { how_to_recover: null, lost: [] };
  const { root, clock } = services;
  const scratch = snapshotFolder(root, services.dataFolder);
  const folder = worktreeFolder(root, run.id);
  const start = loadSnapshot(scratch, start_snapshot);
  const end = endOf(run, scratch);
  const repository = await findRepository(root);
  const name = `refs/heads/${branch}`;
  if (repository) refuseCheckedOut(repository, folder, branch);
  if (undo === undefined && !force) {
    const there = repository && (await readRefs(repository.place)).get(name);
    const ended = end?.repositories[0]?.refs.get(name);
    if (there && ended && there !== ended) {
      throw branchesChanged(run.id, [`branch ${branch}`]);
    }
    if (existsSync(folder)) {
      const now = await takeSnapshot(folder, { scratch, clock });
      await refuseEdited(run, { before: start, end, now });
    }
  }
  const how_to_recover = await keptOnce(store, run, async () => {
    await openWorktree(root, { folder, branch });
    const kept = await keepPartial(start, { run: run.id, iteration: 0, clock });
    return kept?.how_to_recover ?? null;
  });
  await rm(folder, { recursive: true, force: true });
  if (repository) {
    const { place } = repository;
    await runGit(['worktree', 'prune'], { place });
    const back = branch_start ? [name, branch_start] : ['-d', name];
    await runGit(['update-ref', ...back], { place });
  }
  await store.write(run.id, { run: { worktree: null } });
  return { how_to_recover, lost: [] };
}

/** A branch cannot be taken away below somebody who stands on it. */
function refuseCheckedOut({ commonDir, place }: Repository, own: string, branch: string): void {
  const name = `refs/heads/${branch}`;
  const trees = [
    ...otherWorktrees(commonDir, place.gitDir),
    { branch: checkedOutIn(place.gitDir), folder: place.workTree },
  ];
  // Git writes down where links lead to.
  const ownFolder = existsSync(own) ? realpathSync(own) : own;
  const holder = trees.find((one) => one.branch === name && path.resolve(one.folder) !== ownFolder);
  if (!holder) return;
  throw new ToolError('conflict', `The branch ${branch} is checked out in ${holder.folder}.`, {
    hint: 'Switch to another branch there (git switch NAME), then run the same command again.',
  });
}

/** What is again as it was before the run, since it was stashed or another branch is checked out, is no obstacle. */
async function refuseEdited(
  { id, memory }: StoredRun,
  {
    before,
    end,
    now,
  }: { readonly before: Snapshot; readonly end: Snapshot | undefined; readonly now: Snapshot },
): Promise<void> {
  const { end_tree } = memory;
  if (end_tree === undefined || (await treeFingerprint(now)) === end_tree) return;
  const edited = new Set(await differingPaths(before, now));
  const paths = end && (await differingPaths(end, now)).filter((name) => edited.has(name));
  if (paths?.length === 0) return;
  const which = listed((paths ?? []).map((name) => fromRoot(now, name)));
  throw changedSince(id, `Files have changed since run ${id} ended${which}`);
}

function branchesChanged(id: string, names: readonly string[]): ToolError {
  return changedSince(id, `Branches have changed since run ${id} ended${listed(names)}`);
}

/** Noted before anything is put back: after a crash in the middle there would be less to keep. */
async function keptOnce(
  store: RunStore,
  run: StoredRun,
  keep: () => Promise<string | null>,
): Promise<string | null> {
  if (run.memory.undo) return run.memory.undo.how_to_recover;
  const how_to_recover = await keep();
  await store.write(run.id, { run: { memory: { ...run.memory, undo: { how_to_recover } } } });
  return how_to_recover;
}

async function undoProject(
  services: RunServices,
  store: RunStore,
  run: StoredRun,
): Promise<readonly string[]> {
  const left: string[] = [];
  const work = services.work(run.options, run.id, run.memory.folder ?? services.root);
  for (const { session_id, status, memory } of (await store.iterations(run.id)).reverse()) {
    if (status !== 'accepted') continue;
    left.push(...(await work.rejected({ session_id, task: memory.task })));
  }
  return left;
}

/** Of a run that ended long ago it is not known any more. */
function endOf({ memory }: Pick<StoredRun, 'memory'>, scratch: string): Snapshot | undefined {
  const { end_snapshot: id } = memory;
  return id !== undefined && listSnapshots(scratch).includes(id)
    ? loadSnapshot(scratch, id)
    : undefined;
}

function changedSince(id: string, message: string): ToolError {
  return new ToolError('conflict', message, {
    hint: `To take back those changes as well: ralph runs undo ${id} --force. They are kept, and it says where.`,
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => `\n  ${name}`);
  const more = names.length > mostNamed ? `\n  and ${names.length - mostNamed} more` : '';
  return names.length > 0 ? `:${shown.join('')}${more}` : '.';
}
