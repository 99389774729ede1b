import { findTampering } from '../../gates/tamper/find-tampering.ts';
import { compareTrees } from '../../guards/compare-trees.ts';
import { openContentStore, storedFile } from '../../guards/content-store.ts';
import type { Tree } from '../../guards/entry.ts';
import { joinRaw, type RawPath } from '../../guards/raw-path.ts';
import { readIndex } from '../../guards/repository.ts';
import { fromRoot, type Snapshot } from '../../guards/snapshot.ts';
import { textsSince } from '../../guards/snapshot-texts.ts';
import type { StoredRun } from '../store/run-rows.ts';
import type { ReadyRun } from './prepare-run.ts';

/** What the run has done since its start that could make its gates say yes without the work. */
export async function tamperingSince(
  { start, trees }: ReadyRun,
  files: Tree,
  run: StoredRun,
): Promise<readonly string[]> {
  const { options, memory } = run;
  const gateSources = memory.gate_sources ?? [];
  const prdFile = options.mode === 'prd' ? options.prd_file : undefined;
  const sources = new Set([...gateSources.map((source) => source.path), prdFile]);
  const changed = compareTrees(start.files, files).flatMap(({ path, from }) =>
    from === undefined ? [path] : [from, path],
  );
  const ignored = await trees.ignored(start, changed);
  // Results of builds are nobody's edits; but what was tracked at the start cannot be made one by an ignore file.
  const tracked = ignored.size > 0 ? await trackedAt(start) : new Set<RawPath>();
  const paths = changed
    .filter((path) => !ignored.has(path) || tracked.has(path) || sources.has(fromRoot(start, path)))
    .map((path) => fromRoot(start, path));
  const texts = await textsSince(start, [...new Set(paths)]);
  return findTampering(texts, { gateSources, prdFile }).map(({ message }) => message);
}

/** A snapshot does not change, and git need not be asked about it after every iteration. */
const trackedPaths = new WeakMap<Snapshot, Promise<ReadonlySet<RawPath>>>();

function trackedAt(snapshot: Snapshot): Promise<ReadonlySet<RawPath>> {
  const known = trackedPaths.get(snapshot);
  if (known) return known;
  const asked = readTracked(snapshot);
  trackedPaths.set(snapshot, asked);
  // A failure is not remembered.
  asked.catch(() => trackedPaths.delete(snapshot));
  return asked;
}

async function readTracked(snapshot: Snapshot): Promise<ReadonlySet<RawPath>> {
  const store = openContentStore(snapshot.scratch, snapshot.algorithm);
  const tracked = new Set<RawPath>();
  for (const { folder, place, control } of snapshot.repositories) {
    const index = control.get('index')?.content;
    if (!index) continue;
    for (const path of (await readIndex(place, storedFile(store, index))).keys()) {
      tracked.add(joinRaw(folder, path));
    }
  }
  return tracked;
}
