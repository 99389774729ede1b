import path from 'node:path';
import { installLocked } from '../install-locked.ts';

const folder = path.resolve(import.meta.dirname, '../../peers-agents');

/** Installs the agents on first use, as their lock file says; answers the folder that their programs are in. */
export function installAgents(): string {
  installLocked(folder);
  return path.join(folder, 'node_modules', '.bin');
}
