import { type FSWatcher, statSync, watch } from 'node:fs';
import path from 'node:path';
import type { Release } from '../resource.ts';

const gatherMs = 100;

/**
 * Calls `notify` after a file changed, appeared or went away. The folder is watched instead of the file,
 * because editors and safe writes replace files; while the folder is missing, the nearest one above it is.
 */
export function watchFile(file: string, root: string, notify: () => void): Release {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  let seen = fingerprint(file);

  function attach(): void {
    const folder = nearestFolder(path.dirname(file), root);
    if (released || folder === watched) return;
    watcher?.close();
    watcher = undefined;
    watched = undefined;
    if (folder === undefined) return;
    try {
      watcher = watch(folder, { persistent: false }, look);
      watcher.on('error', look);
      watched = folder;
    } catch {
      // The folder went between the check and the watch, or the system has no watches left.
    }
  }

  /** Several events make one change, so one look serves all; a file that never rests is still looked at. */
  function look(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      attach();
      const now = fingerprint(file);
      if (released || now === seen) return;
      seen = now;
      notify();
    }, gatherMs);
    timer.unref();
  }

  attach();
  return () => {
    released = true;
    clearTimeout(timer);
    watcher?.close();
  };
}

function fingerprint(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}` : 'missing';
}

function nearestFolder(folder: string, root: string): string | undefined {
  let candidate = folder;
  while (!statSync(candidate, { throwIfNoEntry: false })?.isDirectory()) {
    if (candidate === root || candidate === path.dirname(candidate)) return undefined;
    candidate = path.dirname(candidate);
  }
  return candidate;
}
