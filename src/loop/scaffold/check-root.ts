import { realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';

/** Refuses roots where a scaffold is certainly a mistake; answers the root with links resolved. */
export async function checkRoot(
  root: string,
  options: { readonly force: boolean; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  const real = await realpath(root).catch(() => undefined);
  if (real === undefined) {
    throw new UserError(`There is no folder ${root}.`, {
      hint: 'Create it first, or name the folder of your repository: ralph init DIR.',
    });
  }
  if (!(await stat(real)).isDirectory()) {
    throw new UserError(`${root} is not a folder.`, {
      hint: 'Name the folder of your repository: ralph init DIR.',
    });
  }
  if (path.parse(real).root === real) {
    throw new UserError(`${root} is the root of the file system, not a repository.`, {
      hint: 'Change to the folder of your repository, or name it: ralph init DIR.',
    });
  }
  if (!options.force && real === (await homeFolder(options.env))) {
    throw new UserError(`${root} is your home folder, which is rarely what is meant.`, {
      hint: 'Change to the folder of your repository, or name it: ralph init DIR. If you do mean it, use --force.',
    });
  }
  return real;
}

async function homeFolder(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const home = env.HOME || env.USERPROFILE || os.homedir();
  return realpath(home).catch(() => home);
}
