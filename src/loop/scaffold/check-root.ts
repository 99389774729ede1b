import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { fileError } from '../../base/file-errors.ts';
import { homeFolder } from '../../base/home-folder.ts';

/** Refuses roots where a scaffold is certainly a mistake; answers the root with links resolved. */
export async function checkRoot(
  root: string,
  options: { readonly force: boolean; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  const real = await realpath(root).catch(() => undefined);
  if (real === undefined) {
    throw new UserError(`There is no folder ${root}.`, {
      hint: 'Create it first, or name the folder of your repository: ralph init DIR.',
      exitCode: 2,
    });
  }
  if (!(await stat(real)).isDirectory()) {
    throw new UserError(`${root} is not a folder.`, {
      hint: 'Name the folder of your repository: ralph init DIR.',
      exitCode: 2,
    });
  }
  if (path.parse(real).root === real) {
    throw new UserError(`${root} is the root of the file system, not a repository.`, {
      hint: 'Change to the folder of your repository, or name it: ralph init DIR.',
    });
  }
  if (!options.force && real === (await realHome(options.env))) {
    throw new UserError(`${root} is your home folder, which is rarely what is meant.`, {
      hint: 'Change to the folder of your repository, or name it: ralph init DIR. If you do mean it, use --force.',
    });
  }
  await access(real, constants.R_OK | constants.X_OK).catch((thrown: unknown) => {
    throw fileError(thrown, 'use the folder', root);
  });
  return real;
}

async function realHome(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const home = homeFolder(env);
  return realpath(home).catch(() => home);
}
