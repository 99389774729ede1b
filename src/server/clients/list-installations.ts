import { stat } from 'node:fs/promises';
import { errorMessage } from '../../base/errors.ts';
import { findProgram } from '../../base/processes/find-program.ts';
import type { Place, Scope } from './client.ts';
import { type ClientName, clientNames, clients, filesOf, scopesOf } from './clients.ts';
import { openConfig } from './config-file.ts';
import { rootOf } from './install.ts';
import { isOurs, targetOf } from './ours.ts';

export interface Installation {
  readonly client: ClientName;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  /** The command line, or the URL; absent when the file could not be read. */
  readonly target?: string;
  /** What keeps it from working, and the command that mends it. */
  readonly problem?: { readonly message: string; readonly fix: string };
}

/** Every client file with a `ralph` in it, or that cannot be read to tell. Changes nothing. */
export async function listInstallations(place: Place): Promise<Installation[]> {
  const found: Installation[] = [];
  for (const name of clientNames) {
    for (const scope of scopesOf(clients[name])) {
      const installation = await inspect(name, scope, place);
      if (installation !== undefined) found.push(installation);
    }
  }
  return found;
}

async function inspect(
  name: ClientName,
  scope: Scope,
  place: Place,
): Promise<Installation | undefined> {
  const client = clients[name];
  const files = filesOf(name, scope, place);
  const about = { client: name, title: client.title, scope };
  try {
    const { file, document } = await openConfig(client, scope, files, place);
    if (document.entry === undefined) return undefined;
    const force = isOurs(document.entry) ? '' : ' --force';
    const fix = `ralph mcp install ${name} --scope ${scope}${force}`;
    const target = targetOf(document.entry);
    const message = await problemWith(document.entry, place);
    return {
      ...about,
      file,
      ...(target && { target: target.transport === 'http' ? target.url : target.line.join(' ') }),
      ...(message !== undefined && { problem: { message, fix } }),
    };
  } catch (error) {
    const fix = `correct the file, then run: ralph mcp install ${name} --scope ${scope}`;
    return { ...about, file: files[0] ?? '', problem: { message: errorMessage(error), fix } };
  }
}

async function problemWith(entry: unknown, place: Place): Promise<string | undefined> {
  if (!isOurs(entry)) return 'the entry named "ralph" belongs to another program';
  const target = targetOf(entry);
  if (target?.transport !== 'stdio') return undefined;
  const [command = ''] = target.line;
  const { env, platform, root } = place;
  if ((await findProgram(command, { env, platform, folder: root })) === undefined) {
    return `the program it starts is not there: ${command}`;
  }
  const script = target.line.find((word) => /(?:^|[\\/])ralph\.cjs$/.test(word));
  if (script !== undefined && !(await stat(script).catch(() => undefined))) {
    return `the program it starts is not there: ${script}`;
  }
  const project = rootOf(entry);
  if (project !== undefined && !(await stat(project).catch(() => undefined))) {
    return `the project it serves is not there: ${project}`;
  }
  return undefined;
}
