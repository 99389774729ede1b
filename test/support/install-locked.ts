import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const longestInstallMs = 10 * 60_000;
const pauseMs = 500;

/**
 * Installs what the lock file of a folder says, once: the slow tests run side by side, and whoever comes second
 * waits for the first.
 */
export function installLocked(folder: string): void {
  const wanted = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const copy = path.join(folder, 'node_modules', '.installed-lock.json');
  const isInstalled = () => {
    try {
      return readFileSync(copy, 'utf8') === wanted;
    } catch {
      return false;
    }
  };
  const busy = path.join(folder, 'node_modules.installing');
  while (!isInstalled()) {
    if (!claim(busy)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      continue;
    }
    try {
      const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (result.status !== 0) throw new Error(`npm ci in ${folder} failed:\n${result.stderr}`);
      writeFileSync(copy, wanted);
    } finally {
      rmSync(busy, { recursive: true, force: true });
    }
  }
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    // One that was killed while it installed is not waited for for ever.
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > longestInstallMs) rmSync(folder, { recursive: true, force: true });
    return false;
  }
}
