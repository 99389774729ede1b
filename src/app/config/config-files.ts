import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import { homeFolder } from '../../base/home-folder.ts';
import { type ConfigProblem, newProblem } from './problem.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A file that may hold configuration. */
export interface ConfigFile {
  readonly kind: 'user_file' | 'project_file';
  /** Absolute. */
  readonly path: string;
  /** As a person at the root would name it. */
  readonly shown: string;
}

const fileName = 'ralph.yaml';
const largestFile = 1_048_576;

/** The files that are looked for, the one that wins last. */
export function configFiles(root: string, env: Environment): ConfigFile[] {
  const user = path.join(userConfigFolder(env), fileName);
  return [
    { kind: 'user_file', path: user, shown: user },
    { kind: 'project_file', path: path.join(root, fileName), shown: fileName },
  ];
}

function userConfigFolder(env: Environment): string {
  if (env.RALPH_CONFIG_HOME) return path.resolve(env.RALPH_CONFIG_HOME);
  const home = homeFolder(env);
  if (process.platform === 'win32') {
    return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'ralph');
  }
  // The XDG rules say to ignore a relative path here.
  const xdg = env.XDG_CONFIG_HOME;
  const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.config');
  return path.join(base, 'ralph');
}

/** The text of a file, nothing when there is none, or why it cannot be read. */
export async function readConfigFile(
  file: ConfigFile,
): Promise<{ text: string } | { problem: ConfigProblem } | undefined> {
  const refuse = (message: string, hint: string) => ({
    problem: newProblem({ kind: file.kind, file: file.shown }, [], message, hint),
  });
  try {
    // Not blocking, because a named pipe would otherwise wait for a writer.
    const handle = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) {
        return refuse('is not a file.', `Put a YAML file there, or remove ${file.shown}.`);
      }
      if (stat.size > largestFile) {
        return refuse(
          `is ${stat.size} bytes, over the limit of ${largestFile}.`,
          'Keep settings only, and move everything else out of the file.',
        );
      }
      const bytes = await handle.readFile();
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return refuse('is not UTF-8 text.', 'Save the file as UTF-8.');
    }
    return refuse(
      `cannot be read (${code ?? errorMessage(thrown)}).`,
      'Make the file readable for this user, or remove it.',
    );
  }
}
