import type { Clock } from '../../../base/clock.ts';
import { compareTrees } from '../../guards/compare-trees.ts';
import type { Tree } from '../../guards/entry.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { takeSnapshot } from '../../guards/take-snapshot.ts';
import { treeFingerprint } from '../../guards/tree-fingerprint.ts';

/** Snapshots and fingerprints of one folder, one after another: what has not changed is not worked out again. */
export interface Trees {
  take(): Promise<Snapshot>;
  /** Of the snapshot's own files, or of how they are now. */
  fingerprint(snapshot: Snapshot, files?: Tree): Promise<string>;
}

export function createTrees(options: {
  readonly folder: string;
  readonly scratch: string;
  readonly clock: Clock;
  readonly earlier?: Snapshot;
}): Trees {
  const { folder, scratch, clock } = options;
  let { earlier } = options;
  let last: { readonly files: Tree; readonly fingerprint: string } | undefined;
  return {
    async take() {
      earlier = await takeSnapshot(folder, { scratch, clock, ...(earlier && { earlier }) });
      return earlier;
    },
    async fingerprint(snapshot, files = snapshot.files) {
      if (last && compareTrees(last.files, files).length === 0) return last.fingerprint;
      const fingerprint = await treeFingerprint({ ...snapshot, files });
      last = { files, fingerprint };
      return fingerprint;
    },
  };
}
