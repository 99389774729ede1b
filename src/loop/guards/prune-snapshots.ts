import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFolder, openContentStore, sweepContents } from './content-store.ts';
import type { Tree } from './entry.ts';
import type { Snapshot } from './snapshot.ts';
import { listSnapshots, loadSnapshot, removeSnapshot } from './snapshot-file.ts';

export interface Pruning {
  /** Snapshots that something may still want back. */
  readonly keep: readonly string[];
  /** What restoring put aside before this moment goes as well. */
  readonly removedBefore: Date;
}

/** Forgets snapshots and the copies that only they needed. */
export function pruneSnapshots(scratch: string, { keep, removedBefore }: Pruning): void {
  const all = listSnapshots(scratch);
  const kept = all.filter((id) => keep.includes(id));
  // Read before anything is removed: one that cannot be read stops the sweep, not the others.
  const snapshots = kept.map((id) => loadSnapshot(scratch, id));
  for (const id of all) if (!kept.includes(id)) removeSnapshot(scratch, id);
  sweepContents(openContentStore(scratch, 'sha256'), new Set(snapshots.flatMap(contentsOf)));
  if (kept.length === 0) rmSync(path.join(scratch, 'objects'), { recursive: true, force: true });
  const removed = path.join(scratch, 'removed');
  for (const name of listFolder(removed)) {
    const folder = path.join(removed, name);
    if (statSync(folder).mtime < removedBefore) rmSync(folder, { recursive: true, force: true });
  }
}

function contentsOf({ files, repositories, outside }: Snapshot): string[] {
  const trees: Tree[] = [
    files,
    ...repositories.flatMap(({ control, shared }) => [control, shared]),
    ...outside.map(({ tree }) => tree),
  ];
  return trees.flatMap((tree) =>
    [...tree.values()].flatMap(({ kind, content }) =>
      kind === 'file' && content !== null ? [content] : [],
    ),
  );
}
