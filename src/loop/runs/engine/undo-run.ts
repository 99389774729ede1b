import { rm } from 'node:fs/promises';
import { ToolError } from '../../../base/errors.ts';
import { runGit } from '../../guards/git.ts';
import { keepPartial } from '../../guards/keep-work.ts';
import { findRepository } from '../../guards/repository.ts';
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
      ? await undoOwnTree(services, store, run)
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
  const { before_snapshot, end_tree, undo } = run.memory;
  if (before_snapshot === undefined) return { how_to_recover: null, lost: [] };
  const { root, clock } = services;
  const scratch = snapshotFolder(root, services.dataFolder);
  const before = loadSnapshot(scratch, before_snapshot);
  if (undo === undefined && !force && end_tree !== undefined) {
    const now = await takeSnapshot(root, { scratch, clock });
    if ((await treeFingerprint(now)) !== end_tree) {
      throw changedSince(run.id, await changedPaths(run, now));
    }
  }
  const how_to_recover = await keptOnce(store, run, async () => {
    const kept = await keepPartial(before, { run: run.id, iteration: 0, clock });
    return kept?.how_to_recover ?? null;
  });
  const { lost } = await restore(before);
  return { how_to_recover, lost };
}

/** The worktree goes, and its branch is what it was: gone, when the run had made it. */
async function undoOwnTree(
  services: RunServices,
  store: RunStore,
  run: StoredRun,
): Promise<UndoneRun> {
  const { start_snapshot, branch_start } = run.memory;
  const { branch } = run;
  if (start_snapshot === undefined || branch === null) return { how_to_recover: null, lost: [] };
  const { root, clock } = services;
  const folder = worktreeFolder(root, run.id);
  const how_to_recover = await keptOnce(store, run, async () => {
    await openWorktree(root, { folder, branch });
    const start = loadSnapshot(snapshotFolder(root, services.dataFolder), start_snapshot);
    const kept = await keepPartial(start, { run: run.id, iteration: 0, clock });
    return kept?.how_to_recover ?? null;
  });
  await rm(folder, { recursive: true, force: true });
  const place = (await findRepository(root))?.place;
  if (place) {
    await runGit(['worktree', 'prune'], { place });
    const name = `refs/heads/${branch}`;
    const back = branch_start ? [name, branch_start] : ['-d', name];
    await runGit(['update-ref', ...back], { place });
  }
  await store.write(run.id, { run: { worktree: null } });
  return { how_to_recover, lost: [] };
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

/** Relative to the root. Of a run that ended long ago it is not known any more. */
async function changedPaths({ memory }: StoredRun, now: Snapshot): Promise<readonly string[]> {
  const { end_snapshot } = memory;
  if (end_snapshot === undefined || !listSnapshots(now.scratch).includes(end_snapshot)) return [];
  const paths = await differingPaths(loadSnapshot(now.scratch, end_snapshot), now);
  return paths.map((path) => fromRoot(now, path));
}

function changedSince(id: string, paths: readonly string[]): ToolError {
  const shown = paths.slice(0, mostNamed).map((path) => `\n  ${path}`);
  const more = paths.length > mostNamed ? `\n  and ${paths.length - mostNamed} more` : '';
  const which = paths.length > 0 ? `:${shown.join('')}${more}` : '.';
  return new ToolError('conflict', `Files have changed since run ${id} ended${which}`, {
    hint: `To take back those changes as well: ralph runs undo ${id} --force. They are kept, and it says where.`,
  });
}
