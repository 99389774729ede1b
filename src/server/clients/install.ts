import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../base/errors.ts';
import { redactValue } from '../../base/redaction.ts';
import type { ClientChange } from './change.ts';
import { type Entry, type Place, type Scope, serverName } from './client.ts';
import { type ClientName, clients, filesOf } from './clients.ts';
import { openConfig, replaceConfig } from './config-file.ts';
import { openDocument } from './document.ts';
import { httpLaunch, tokenVariable } from './http-launch.ts';
import { isOurs, mergeEntry, targetOf } from './ours.ts';
import { type Program, stdioLaunch } from './stdio-launch.ts';

export interface InstallRequest {
  readonly client: ClientName;
  readonly scope?: Scope;
  readonly place: Place;
  readonly program: Program;
  /** Address of a running server; without it the client starts Ralph itself. */
  readonly url?: string;
  readonly print?: boolean;
  /** Replace an entry of our name that another program wrote. */
  readonly force?: boolean;
}

/** Adds Ralph to a client's file, touching nothing else in it. */
export async function install(request: InstallRequest): Promise<ClientChange> {
  const { place } = request;
  const client = clients[request.client];
  const scope = request.scope ?? client.defaultScope;
  const files = filesOf(request.client, scope, place);
  await checkRoot(place.root);
  const wanted = await entryFor(request, scope);
  const about = { client: request.client, title: client.title, scope };

  if (request.print) return { ...about, ...(await printed(request, files, wanted)) };
  for (let attempt = 0; attempt < 3; attempt++) {
    const config = await openConfig(client, scope, files, place);
    const current = config.document.entry;
    if (current !== undefined && !isOurs(current) && !request.force) {
      throw foreignEntry(config.file, current);
    }
    const entry = mergeEntry(current, wanted.entry);
    const shown = wanted.secret ? redactValue(entry) : entry;
    const result = { ...about, file: config.file, entry: shown, notes: wanted.notes };
    if (isDeepStrictEqual(current, entry)) {
      return { ...result, action: 'unchanged', warnings: [] };
    }
    const text = config.document.withEntry(entry);
    const done = await replaceConfig(config, text, wanted.secret ? 0o600 : undefined);
    if (done === 'changed') continue;
    const moved = current === undefined ? [] : noteOnMove(current, entry);
    return {
      ...result,
      ...done,
      action: current === undefined ? 'installed' : 'updated',
      notes: [...moved, ...result.notes],
      warnings: wanted.secret ? [secretWarning(config.file, scope)] : [],
    };
  }
  throw busy(client.title);
}

/** Shows what would be written; a file that cannot be edited is no reason not to. */
async function printed(
  { client: name }: InstallRequest,
  files: readonly string[],
  { entry, notes, secret }: Wanted,
) {
  const client = clients[name];
  let [file = ''] = files;
  for (const other of files) if (await stat(other).catch(() => undefined)) file = other;
  const snippet = (await openDocument(client, file, '')).withEntry(entry);
  const warnings = secret ? ['The entry holds the access token itself: keep it private.'] : [];
  return { file, action: 'printed' as const, entry, snippet, notes, warnings };
}

interface Wanted {
  readonly entry: Entry;
  readonly notes: readonly string[];
  /** The entry holds the token itself. */
  readonly secret: boolean;
}

async function entryFor(
  { client: name, place, program, url }: InstallRequest,
  scope: Scope,
): Promise<Wanted> {
  const client = clients[name];
  const notes = [
    ...client.notes,
    scope === 'project'
      ? 'The entry names a path on this machine; others run this command themselves.'
      : 'The entry serves this project alone; run this again in another one to switch.',
  ];
  if (url === undefined) {
    const { launch, notes: more } = await stdioLaunch(place, program);
    return { entry: client.stdio(launch), notes: [...more, ...notes], secret: false };
  }
  if (client.http === undefined) {
    throw new UserError(`${client.title} cannot be given a server by URL in its file.`, {
      hint: `Leave --http out, and it will start Ralph itself: ralph mcp install ${name}.`,
      exitCode: 2,
    });
  }
  const launch = await httpLaunch(url, place);
  const secret = launch.token.kind === 'literal';
  const seen = `The entry refers to ${tokenVariable}: ${client.title} must be started where that is set.`;
  return {
    entry: client.http(launch),
    notes: [
      ...(secret ? [] : [seen]),
      ...client.notes,
      `The server must be running: ralph mcp --transport http.`,
    ],
    secret,
  };
}

async function checkRoot(root: string): Promise<void> {
  const found = await stat(root).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new UserError(found ? `${root} is not a folder.` : `There is no folder ${root}.`, {
    hint: 'Name the folder of your repository with --root.',
    exitCode: 2,
  });
}

function foreignEntry(file: string, entry: unknown): UserError {
  const shown = JSON.stringify(redactValue(entry));
  return new UserError(`${file} already has a "${serverName}" that is not this program: ${shown}`, {
    hint: 'Rename that entry, or use --force to replace it (a copy of the file is kept).',
  });
}

export function busy(title: string): UserError {
  return new UserError(`The file was changed again and again while it was being edited.`, {
    hint: `Close ${title} and run this again. Nothing was changed.`,
  });
}

/** A user-wide file holds one Ralph: say which project it served until now. */
function noteOnMove(current: unknown, entry: Entry): string[] {
  const [was, is] = [rootOf(current), rootOf(entry)];
  return was === undefined || was === is ? [] : [`The entry was for ${was} until now.`];
}

export function rootOf(entry: unknown): string | undefined {
  const target = targetOf(entry);
  if (target?.transport !== 'stdio') return undefined;
  const index = target.line.indexOf('--root');
  return index === -1 ? undefined : target.line[index + 1];
}

function secretWarning(file: string, scope: Scope): string {
  const where = scope === 'project' ? ' and out of version control' : '';
  return `The access token itself is now in ${file}: keep that file private${where}. With ${tokenVariable} set, this command writes a reference instead.`;
}
