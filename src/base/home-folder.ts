import os from 'node:os';
import path from 'node:path';
import { UserError } from './errors.ts';

/** The user's own folder. A container may run as a user that nobody told the system about. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const home = env.HOME || env.USERPROFILE || homeOfAccount();
  // The rules of Windows accept what is absolute on either system.
  if (path.win32.isAbsolute(home)) return home;
  throw new UserError(`The home folder "${home}" is not an absolute path.`, {
    hint: 'Set HOME to the absolute path of your home folder, then run the same command again.',
  });
}

function homeOfAccount(): string {
  try {
    return os.homedir();
  } catch (cause) {
    throw new UserError(
      'Your home folder is not known: HOME is not set, and the account has none.',
      {
        hint: 'Set HOME to a folder that you may write to, then run the same command again.',
        cause,
      },
    );
  }
}
