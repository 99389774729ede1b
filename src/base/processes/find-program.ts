import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

export interface ProgramSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a name with a slash is looked up, and whose `node_modules/.bin` counts. */
  readonly folder: string;
  readonly platform?: NodeJS.Platform;
}

/** Where a command's first word leads: the absolute path of the program, or nothing. */
export async function findProgram(
  word: string,
  search: ProgramSearch,
): Promise<string | undefined> {
  const platform = search.platform ?? process.platform;
  const windows = platform === 'win32';
  const endings = windows ? windowsEndings(word, search.env) : [''];
  const hasSlash = word.includes('/') || (windows && word.includes('\\'));
  const folders = hasSlash
    ? [search.folder]
    : [...searchPath(search.env, windows), path.join(search.folder, 'node_modules', '.bin')];
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = path.resolve(folder, word + ending);
      if (await isProgram(candidate, windows)) return candidate;
    }
  }
  return undefined;
}

function searchPath(env: ProgramSearch['env'], windows: boolean): string[] {
  return (variable(env, 'PATH', windows) ?? '')
    .split(windows ? ';' : ':')
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => path.isAbsolute(folder));
}

/** Windows finds `tool` as `tool.cmd`; a name that already has such an ending is taken as it is. */
function windowsEndings(word: string, env: ProgramSearch['env']): string[] {
  const endings = (variable(env, 'PATHEXT', true) ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter((ending) => ending.startsWith('.'))
    .flatMap((ending) => [ending.toLowerCase(), ending.toUpperCase()]);
  return endings.includes(path.extname(word)) ? [''] : endings;
}

function variable(env: ProgramSearch['env'], name: string, windows: boolean): string | undefined {
  if (!windows || env[name] !== undefined) return env[name];
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

async function isProgram(file: string, windows: boolean): Promise<boolean> {
  try {
    if (!(await stat(file)).isFile()) return false;
    if (!windows) await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
