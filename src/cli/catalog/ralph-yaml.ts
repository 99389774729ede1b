import path from 'node:path';
import { loadConfig } from '../../app/config/load-config.ts';
import { readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import type { Invocation } from '../command.ts';

export const fileName = 'ralph.yaml';

/** The project's file as it stands; empty when there is none yet. */
export async function readRalphYaml({ root }: Pick<Invocation, 'root'>): Promise<string> {
  return (await readTextIfExists(path.join(root, fileName))) ?? '';
}

/** Writes the file. One that was broken before is not touched: the mistake would be blamed on this change. */
export async function writeRalphYaml(
  { root, env }: Pick<Invocation, 'root' | 'env'>,
  text: string,
): Promise<void> {
  await loadConfig({ root, env, launchesNothing: true });
  await writeFileAtomic(path.join(root, fileName), text);
}
