import path from 'node:path';
import { homeFolder } from './home-folder.ts';

/** The user's own folder for what Ralph keeps outside of projects, where each system wants it. */
export function userDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  return path.join(named(env.XDG_DATA_HOME) ?? systemFolder(env, platform), 'ralph');
}

function systemFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  if (platform === 'win32') {
    return named(env.LOCALAPPDATA) ?? path.join(homeFolder(env), 'AppData', 'Local');
  }
  if (platform === 'darwin') {
    return path.join(homeFolder(env), 'Library', 'Application Support');
  }
  return path.join(homeFolder(env), '.local', 'share');
}

/** A relative path, and an empty one is no other, would put it into whatever folder is current. */
function named(folder: string | undefined): string | undefined {
  return folder !== undefined && path.win32.isAbsolute(folder) ? folder : undefined;
}
