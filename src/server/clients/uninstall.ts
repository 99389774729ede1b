import { UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import { isRecord } from '../../base/is-record.ts';
import { redactValue } from '../../base/redaction.ts';
import type { ClientChange } from './change.ts';
import { type Client, type Entry, type Place, type Scope, serverName } from './client.ts';
import { type ClientName, clients, filesOf, scopesOf } from './clients.ts';
import { backupsOf, isLink, type OpenedConfig, openConfig, replaceConfig } from './config-file.ts';
import { openDocument } from './document.ts';
import { busy } from './install.ts';
import { isOurs } from './ours.ts';

export interface UninstallRequest {
  readonly client: ClientName;
  /** Without one, wherever the entry is. */
  readonly scope?: Scope;
  readonly place: Place;
  readonly print?: boolean;
}

/** Takes Ralph out of a client's file; where nothing else has changed since, the file is as it was before. */
export async function uninstall(request: UninstallRequest): Promise<ClientChange> {
  const client = clients[request.client];
  const about = { client: request.client, title: client.title, warnings: [] };
  for (let attempt = 0; attempt < 3; attempt++) {
    const { found, elsewhere } = await locate(request);
    const { scope, config } = found;
    const current = config.document.entry;
    if (current === undefined) {
      return { ...about, scope, file: config.file, action: 'absent', notes: [] };
    }
    if (!isRecord(current) || !isOurs(current)) throw notOurs(config.file, current);
    const entry = redactValue(current);
    const notes = elsewhere.map(
      (other) =>
        `It is also in the ${other} file: ralph mcp uninstall ${request.client} --scope ${other}.`,
    );
    if (request.print) {
      return { ...about, scope, file: config.file, action: 'printed', entry, notes };
    }
    const text = await textWithout(client, config, current);
    const done = await replaceConfig(config, text);
    if (done === 'changed') continue;
    if (text === undefined) notes.unshift('The file held nothing else and was deleted.');
    return { ...about, scope, file: config.file, action: 'removed', ...done, entry, notes };
  }
  throw busy(client.title);
}

interface Located {
  readonly scope: Scope;
  readonly config: OpenedConfig;
}

async function locate({ client: name, scope, place }: UninstallRequest) {
  const client = clients[name];
  const opened: Located[] = [];
  for (const candidate of scope === undefined ? scopesOf(client) : [scope]) {
    const files = filesOf(name, candidate, place);
    opened.push({ scope: candidate, config: await openConfig(client, candidate, files, place) });
  }
  const present = opened.filter(({ config }) => config.document.entry !== undefined);
  const found = present[0] ?? opened[0];
  if (found === undefined) throw new Error('a client without a scope');
  return {
    found,
    elsewhere: present.filter((other) => other !== found).map((other) => other.scope),
  };
}

/**
 * The text from before the installation, `undefined` when there was no file. A copy is known to be that
 * text when adding the entry to it gives exactly the present file; else only the entry is cut out.
 */
async function textWithout(
  client: Client,
  config: OpenedConfig,
  entry: Entry,
): Promise<string | undefined> {
  for (const backup of await backupsOf(config.file)) {
    const text = await readTextIfExists(backup).catch(() => undefined);
    if (text === undefined) continue;
    const restored = await withEntry(client, backup, text, entry);
    if (restored === config.text) return text;
  }
  const created = (await withEntry(client, config.file, '', entry)) === config.text;
  return created && !(await isLink(config.file)) ? undefined : config.document.withoutEntry();
}

async function withEntry(
  client: Client,
  file: string,
  text: string,
  entry: Entry,
): Promise<string | undefined> {
  try {
    const document = await openDocument(client, file, text);
    return document.entry === undefined ? document.withEntry(entry) : undefined;
  } catch (error) {
    // A copy that cannot be read is simply not the one that is looked for.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function notOurs(file: string, entry: unknown): UserError {
  const shown = JSON.stringify(redactValue(entry));
  return new UserError(`The "${serverName}" in ${file} is not this program: ${shown}`, {
    hint: 'If it is not wanted, remove it by hand. Nothing was changed.',
  });
}
