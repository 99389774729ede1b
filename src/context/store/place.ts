import path from 'node:path';
import { userDataFolder } from '../../base/data-folder.ts';
import { resolveInside } from '../../base/paths.ts';
import type { ContextSettings } from '../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of a memory, or undefined for one that ends with the process. */
export async function contextFolder(options: {
  readonly root: string;
  readonly storage: ContextSettings['storage'];
  readonly env: Environment;
  readonly runId?: string | undefined;
}): Promise<string | undefined> {
  const { root, storage, env, runId } = options;
  if (storage.backend === 'memory') return undefined;
  switch (storage.persistence) {
    case 'global':
      return path.join(userDataFolder(env), 'context');
    case 'project':
      return resolveInside(root, storage.path);
    case 'session':
      // Whoever takes no part in a run is a session of its own.
      return runId === undefined
        ? undefined
        : path.join(await resolveInside(root, storage.path), 'runs', safeName(runId));
  }
}

export function databaseFile(folder: string | undefined): string {
  return folder === undefined ? ':memory:' : path.join(folder, 'context.db');
}

export function archiveFolder(folder: string): string {
  return path.join(folder, 'archives');
}

function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
}
