import { findTampering } from '../../gates/tamper/find-tampering.ts';
import { compareTrees } from '../../guards/compare-trees.ts';
import type { Tree } from '../../guards/entry.ts';
import { GitFailure } from '../../guards/git.ts';
import { ignoredIn } from '../../guards/ignored.ts';
import type { RawPath } from '../../guards/raw-path.ts';
import { fromRoot, type Snapshot } from '../../guards/snapshot.ts';
import { textsSince } from '../../guards/snapshot-texts.ts';
import type { StoredRun } from '../store/run-rows.ts';

/** What the run has done since its start that could make its gates say yes without the work. */
export async function tamperingSince(
  start: Snapshot,
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
  const ignored = await ignoredOf(start, changed);
  const paths = changed
    .filter((path) => !ignored.has(path) || sources.has(fromRoot(start, path)))
    .map((path) => fromRoot(start, path));
  const texts = await textsSince(start, [...new Set(paths)]);
  return findTampering(texts, { gateSources, prdFile }).map(({ message }) => message);
}

async function ignoredOf(
  start: Snapshot,
  paths: readonly RawPath[],
): Promise<ReadonlySet<RawPath>> {
  if (paths.length === 0) return new Set();
  try {
    return await ignoredIn(start.repositories, paths);
  } catch (thrown) {
    // Where git cannot tell, everything counts.
    if (thrown instanceof GitFailure) return new Set();
    throw thrown;
  }
}
