import type { Snapshot } from '../../guards/snapshot.ts';
import { resolveRef } from './run-branch.ts';

/** The commit that is checked out now in the snapshot's own repository; null without one. */
export async function headCommit(snapshot: Snapshot): Promise<string | null> {
  const own = snapshot.repositories.find(({ folder }) => folder === '');
  return own ? resolveRef(own.place, 'HEAD') : null;
}
