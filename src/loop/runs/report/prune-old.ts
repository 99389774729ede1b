import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../../base/errors.ts';
import { errorCode } from '../../../base/file-errors.ts';
import { isInside } from '../../../base/paths.ts';
import { pruneKept } from '../../guards/kept-work.ts';
import { pruneSnapshots } from '../../guards/prune-snapshots.ts';
import { snapshotFolder } from '../../guards/scratch-layout.ts';
import { isRunLog, logFolder } from './log-names.ts';

export interface PruneOptions {
  readonly root: string;
  readonly dataFolder: string;
  readonly keepDays: number;
  readonly now: Date;
  /** Snapshots of runs that may yet be resumed or undone. */
  readonly keepSnapshots: readonly string[];
}

/** Forgets what is older than the days that logs and rejected work are kept. Never throws: troubles are answered. */
export async function pruneOld(options: PruneOptions): Promise<readonly string[]> {
  const { root, dataFolder, keepDays, now, keepSnapshots } = options;
  const before = new Date(now.getTime() - keepDays * 24 * 60 * 60 * 1000);
  const scratch = snapshotFolder(root, dataFolder);
  const steps: Readonly<Record<string, () => unknown>> = {
    'Old logs': () => pruneLogs(root, before),
    'Old rejected work': () => pruneKept(scratch, before),
    'Old snapshots': () => pruneSnapshots(scratch, { keep: keepSnapshots, removedBefore: before }),
  };
  const problems: string[] = [];
  for (const [what, prune] of Object.entries(steps)) {
    try {
      await prune();
    } catch (thrown) {
      problems.push(`${what} could not be removed: ${errorMessage(thrown)}`);
    }
  }
  return problems;
}

/** Removes transcripts and summaries of runs that were last written before then. Other files are not ours. */
function pruneLogs(root: string, before: Date): readonly string[] {
  const folder = path.join(root, ...logFolder.split('/'));
  const removed: string[] = [];
  for (const name of logsIn(root, folder)) {
    const file = path.join(folder, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found?.isFile() || found.mtime >= before) continue;
    rmSync(file, { force: true });
    removed.push(`${logFolder}/${name}`);
  }
  return removed;
}

function logsIn(root: string, folder: string): string[] {
  try {
    // A folder that was replaced by a link holds other people's files.
    if (!isInside(realpathSync(root), realpathSync(folder))) return [];
    return readdirSync(folder).filter(isRunLog);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
