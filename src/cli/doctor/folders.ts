import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { userDataFolder } from '../../base/data-folder.ts';
import { type CheckGroup, type CheckResult, fail, ok, warn } from './check.ts';

const tight = 1024 ** 3;
const tooTight = 100 * 1024 ** 2;

/** File systems whose locking or shared memory SQLite's write-ahead log cannot rely on (statfs f_type). */
const sharedFileSystems: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  16914839: '9P',
};

export const folders: CheckGroup = {
  name: 'folders',
  async run(context) {
    return [
      await writable('project folder', path.join(context.root, '.ralph')),
      await writable('user folder', userDataFolder(context.env, context.platform)),
      await diskSpace(context.root),
      await sharedMemory(context.root),
    ];
  },
};

/** Asks the system instead of writing a file: doctor changes nothing. */
async function writable(name: string, folder: string): Promise<CheckResult> {
  const existing = await nearestExisting(folder);
  const isFolder = (await stat(existing)).isDirectory();
  if (!isFolder) {
    return fail(
      name,
      `${existing} is a file, and ${folder} must be a folder`,
      `Move ${existing} away.`,
    );
  }
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      name,
      `${existing} cannot be written`,
      `Give yourself permission (chmod u+rwx ${existing}) or work in another folder.`,
    );
  }
  return ok(name, existing === folder ? `${folder} can be written` : `${folder} can be created`);
}

async function nearestExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found || path.dirname(at) === at) return at;
  }
}

async function diskSpace(root: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(root);
  return describeSpace(bavail * bsize);
}

export function describeSpace(free: number): CheckResult {
  const message = `${(free / 1024 ** 3).toFixed(1)} GB free in the project's file system`;
  const fix = 'Free some space; "du -sh .ralph .agent" shows what Ralph itself uses here.';
  if (free < tooTight) return fail('disk', message, fix);
  return free < tight ? warn('disk', message, fix) : ok('disk', message);
}

async function sharedMemory(root: string): Promise<CheckResult> {
  const { type } = await statfs(root);
  return describeFileSystem(type);
}

export function describeFileSystem(type: number): CheckResult {
  const name = sharedFileSystems[type];
  if (name === undefined)
    return ok('shared memory', 'The file system lets processes share the database');
  return warn(
    'shared memory',
    `The project is on ${name}, where processes cannot share the database safely`,
    'Keep the project on a local disk, or use it from one machine and one process at a time.',
  );
}
