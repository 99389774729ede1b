import { chmodSync } from 'node:fs';
import { contentIdOfFile } from './content-id.ts';
import type { Entry, Tree } from './entry.ts';
import { scanOutside } from './outside-links.ts';
import { onDisk, parentOf, type RawPath, rawPath } from './raw-path.ts';
import { readContents } from './read-contents.ts';
import { readIndex } from './repository.ts';
import { type Scan, scanWorktree } from './scan.ts';
import { excludedFrom } from './scratch-layout.ts';
import type { OutsideState, Snapshot } from './snapshot.ts';

// A new file of this size is known by its stat alone: reading it would only serve to find renames.
const largestNew = 64 * 1024 * 1024;

/** The working tree of a snapshot as it is now, with contents to compare. Copies nothing. */
export async function lookAtFiles(snapshot: Snapshot): Promise<Scan> {
  const { top, root, scratch, files } = snapshot;
  const skipped = new Set(snapshot.skipped);
  const place = snapshot.repositories.find(({ folder }) => folder === '')?.place;
  const scan = await scanWorktree({
    top: rawPath(top),
    exclude: excludedFrom(top, root, scratch),
    place,
    entered: (path) => (files.get(path)?.kind === 'folder' ? !skipped.has(path) : undefined),
    wanted: async () => [
      ...files.keys(),
      ...(place ? await readIndex(place).catch(() => new Map()) : new Map()).keys(),
    ],
  });
  await compareContents(snapshot, rawPath(top), scan.entries, files);
  return scan;
}

/** The same after opening folders that were made unreadable, or what is hidden in them would go unseen. */
export async function openAndLook(snapshot: Snapshot): Promise<Scan> {
  const scan = await lookAtFiles(snapshot);
  const closed = scan.closed.filter(
    (path) => snapshot.files.get(path)?.mode !== scan.entries.get(path)?.mode,
  );
  if (closed.length === 0) return scan;
  for (const path of closed) chmodSync(onDisk(rawPath(snapshot.top), path), 0o700);
  return openAndLook(snapshot);
}

export async function lookAtOutside(
  snapshot: Snapshot,
  { target, tree }: OutsideState,
): Promise<Map<RawPath, Entry>> {
  const entries = (await scanOutside(target)) ?? new Map();
  await compareContents(snapshot, parentOf(target), entries, tree);
  return entries;
}

/** Fills in contents as far as the earlier look has them, so that both can be compared. */
export async function compareContents(
  { algorithm }: Snapshot,
  base: RawPath,
  entries: Map<RawPath, Entry>,
  earlier: Tree,
): Promise<void> {
  await readContents({
    base,
    entries,
    earlier,
    suffices: () => true,
    read: (path, file, entry) => {
      const then = earlier.get(path);
      const needed = then?.kind === 'file' ? then.content !== null : entry.size <= largestNew;
      return needed ? contentIdOfFile(file, algorithm) : null;
    },
  });
}
