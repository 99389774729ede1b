import type { Clock } from '../../../base/clock.ts';
import { compareTrees } from '../../guards/compare-trees.ts';
import type { Tree } from '../../guards/entry.ts';
import { GitFailure } from '../../guards/git.ts';
import { ignoredIn } from '../../guards/ignored.ts';
import type { RawPath } from '../../guards/raw-path.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { takeSnapshot } from '../../guards/take-snapshot.ts';
import { fingerprintOf } from '../../guards/tree-fingerprint.ts';

/** Snapshots and fingerprints of one folder, one after another: what has not changed is not worked out again. */
export interface Trees {
  take(): Promise<Snapshot>;
  /** Of the snapshot's own files, or of how they are now. */
  fingerprint(snapshot: Snapshot, files?: Tree): Promise<string>;
  /** Which paths git ignores, by the rules at the snapshot. */
  ignored(snapshot: Snapshot, paths: readonly RawPath[]): Promise<ReadonlySet<RawPath>>;
}

export function createTrees(options: {
  readonly folder: string;
  readonly scratch: string;
  readonly clock: Clock;
  readonly earlier: Snapshot;
}): Trees {
  const { folder, scratch, clock } = options;
  let { earlier } = options;
  let last: { readonly files: Tree; readonly fingerprint: string } | undefined;
  let rules = '';
  let known = new Map<RawPath, boolean>();

  async function ignored(
    snapshot: Snapshot,
    paths: readonly RawPath[],
  ): Promise<ReadonlySet<RawPath>> {
    const now = ignoreRules(snapshot);
    if (now !== rules) known = new Map();
    rules = now;
    const unknown = paths.filter((path) => !known.has(path));
    if (unknown.length > 0) {
      const found = await askGit(snapshot, unknown);
      for (const path of unknown) known.set(path, found.has(path));
    }
    return new Set(paths.filter((path) => known.get(path)));
  }

  return {
    ignored,
    async take() {
      earlier = await takeSnapshot(folder, { scratch, clock, earlier });
      return earlier;
    },
    async fingerprint(snapshot, files = snapshot.files) {
      if (last && compareTrees(last.files, files).length === 0) return last.fingerprint;
      const work = [...files].flatMap(([path, { kind }]) => (kind === 'folder' ? [] : [path]));
      const fingerprint = fingerprintOf(files, await ignored(snapshot, work));
      last = { files, fingerprint };
      return fingerprint;
    },
  };
}

/** What decides what is ignored, by content. */
function ignoreRules({ files, repositories }: Snapshot): string {
  const own = [...files].filter(([path]) => /(?:^|\/)\.gitignore$/.test(path));
  const control = repositories.flatMap((repository) =>
    ['config', 'info/exclude'].map((name) => repository.control.get(name)?.content),
  );
  return JSON.stringify([own.map(([path, { content }]) => [path, content]), control]);
}

async function askGit(
  { repositories }: Snapshot,
  paths: readonly RawPath[],
): Promise<ReadonlySet<RawPath>> {
  try {
    return await ignoredIn(repositories, paths);
  } catch (thrown) {
    // Where git cannot tell, everything counts.
    if (thrown instanceof GitFailure) return new Set();
    throw thrown;
  }
}
