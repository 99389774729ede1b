import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { fileError } from '../../base/file-errors.ts';
import { runGit } from '../../loop/guards/git.ts';
import type { Invocation } from '../command.ts';
import { agentScript } from './agent-script.ts';
import { tillRepository } from './till-repository.ts';

/** The folder that a demo plays in. */
export interface Throwaway {
  readonly root: string;
  /** For everything that the demo starts: none of the user's own settings of Ralph and git reach it. */
  readonly env: Invocation['env'];
  remove(): Promise<void>;
}

/** Makes the repository with its first commit. It goes with the process, however that ends, unless it is kept. */
export async function makeThrowaway(
  userEnv: Invocation['env'],
  { keep }: { readonly keep: boolean },
): Promise<Throwaway> {
  const top = await newFolder();
  const removeNow = () => rmSync(top, { recursive: true, force: true });
  if (!keep) process.once('exit', removeNow);
  async function remove(): Promise<void> {
    await rm(top, { recursive: true, force: true, maxRetries: 5 });
    process.removeListener('exit', removeNow);
  }
  try {
    const root = path.join(top, 'till');
    await writeAll(root, tillRepository);
    await writeAll(top, { 'agent-script.json': `${JSON.stringify(agentScript, null, 2)}\n` });
    const env = demoEnvironment(userEnv, top, keep);
    await firstCommit(root, env);
    return { root, env, remove };
  } catch (thrown) {
    await remove();
    throw thrown;
  }
}

async function newFolder(): Promise<string> {
  const temporary = tmpdir();
  try {
    return await realpath(await mkdtemp(path.join(temporary, 'ralph-demo-')));
  } catch (thrown) {
    throw fileError(thrown, 'make a folder in', temporary);
  }
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function firstCommit(root: string, env: Throwaway['env']): Promise<void> {
  const given = Object.entries(env).filter(([name]) => name.startsWith('GIT_'));
  const how = {
    cwd: root,
    env: Object.fromEntries(given.map(([name, text = '']) => [name, text])),
  };
  await runGit(['init', '--quiet', '--initial-branch=main'], how);
  await runGit(['add', '--all'], how);
  await runGit(['commit', '--quiet', '--message', 'A till with red tests'], how);
}

/** What programs need to start, and nothing that would make this demo another one on another machine. */
const needed =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|USER|USERNAME|LOGNAME|SHELL|COMSPEC|SYSTEMROOT|SYSTEMDRIVE|TMPDIR|TMP|TEMP|TZ|TERM|LANG|LANGUAGE|LC_\w+|NO_COLOR|RALPH_ASCII|XDG_DATA_HOME|LOCALAPPDATA)$/i;

function demoEnvironment(
  userEnv: Invocation['env'],
  top: string,
  keep: boolean,
): Record<string, string | undefined> {
  const data = path.join(top, 'data');
  return {
    ...Object.fromEntries(Object.entries(userEnv).filter(([name]) => needed.test(name))),
    // Gates and servers say "node": they get the one that runs this.
    PATH: [path.dirname(process.execPath), userEnv.PATH].filter(Boolean).join(path.delimiter),
    RALPH_DEMO_SCRIPT: path.join(top, 'agent-script.json'),
    RALPH_CONFIG_HOME: path.join(top, 'config'),
    // A folder that is kept is looked at with ordinary commands, which look for its snapshots in the usual place.
    ...(!keep && { XDG_DATA_HOME: data, LOCALAPPDATA: data }),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ralph demo',
    GIT_AUTHOR_EMAIL: 'demo@localhost',
    GIT_COMMITTER_NAME: 'Ralph demo',
    GIT_COMMITTER_EMAIL: 'demo@localhost',
  };
}
