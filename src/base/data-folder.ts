import path from 'node:path';

/** The user's own folder for what Ralph keeps outside of projects. */
export function userDataFolder({
  env,
  home,
  platform = process.platform,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform?: NodeJS.Platform;
}): string {
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'ralph');
  }
  return path.join(env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), 'ralph');
}
