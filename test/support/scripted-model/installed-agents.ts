import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../peers-agents');

/** Installs the agents on first use, as their lock file says; answers the folder that their programs are in. */
export function installAgents(): string {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const copy = path.join(folder, 'node_modules', '.installed-lock.json');
  if (!existsSync(copy) || readFileSync(copy, 'utf8') !== lock) {
    const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (result.status !== 0)
      throw new Error(`npm ci in test/peers-agents failed:\n${result.stderr}`);
    writeFileSync(copy, lock);
  }
  return path.join(folder, 'node_modules', '.bin');
}
