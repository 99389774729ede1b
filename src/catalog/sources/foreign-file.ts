import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import { serverName } from '../config.ts';
import { readForeignEntry, type ServerEntry } from './foreign-entry.ts';
import type { HiddenSecret, TakenVariables } from './hide-secrets.ts';

export interface FoundServer {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly hidden: readonly HiddenSecret[];
}

export interface ForeignFile {
  readonly servers: readonly FoundServer[];
  readonly problems: readonly { readonly server: string; readonly message: string }[];
}

/** The servers in a file of another program: any mcp.json, or Codex TOML. Undefined when there is no such file. */
export async function readForeignFile(
  file: string,
  options: {
    readonly root: string;
    /** Filled with the variables that now stand for secrets, for the next file. */
    readonly taken?: TakenVariables;
  },
): Promise<ForeignFile | undefined> {
  const text = await readTextIfExists(file);
  if (text === undefined) return undefined;
  const document = file.endsWith('.toml')
    ? await parseToml(file, text)
    : await parseJson(file, text);
  const servers = new Map<string, FoundServer>();
  const problems: { server: string; message: string }[] = [];
  const taken: TakenVariables = options.taken ?? new Map();
  for (const [given, raw] of Object.entries(serversIn(document, options.root))) {
    const name = usableName(given);
    const read = readForeignEntry(name, raw, taken);
    if ('problem' in read) problems.push({ server: given, message: read.problem });
    else if (isOurselves(read.entry)) problems.push({ server: given, message: 'is Ralph itself' });
    else if (servers.has(name))
      problems.push({ server: given, message: `is named like "${name}"` });
    else servers.set(name, { name, ...read });
  }
  return { servers: [...servers.values()], problems };
}

const named = z.record(z.string(), z.unknown()).catch({});
const holder = z.looseObject({
  mcpServers: named,
  servers: named,
  mcp_servers: named,
  mcp: named,
  projects: named,
});

/** Where the programs keep them; Claude Code also keeps some per project. Whatever else is there is passed over. */
function serversIn(document: unknown, root: string): Record<string, unknown> {
  const { data } = holder.safeParse(document);
  if (!data) return {};
  const { servers: inSettings, ...inOpencode } = data.mcp;
  const ofProject = z.looseObject({ mcpServers: named }).safeParse(data.projects[root]).data;
  return {
    ...(inSettings === undefined ? inOpencode : named.parse(inSettings)),
    ...data.servers,
    ...data.mcp_servers,
    ...data.mcpServers,
    ...ofProject?.mcpServers,
  };
}

async function parseJson(file: string, text: string): Promise<unknown> {
  const { parse } = await import('jsonc-parser');
  const errors: { error: number; offset: number; length: number }[] = [];
  const json = text.replace(/^\uFEFF/, '');
  // Programs make the file before there is anything in it.
  if (json.trim() === '') return {};
  let value: unknown;
  try {
    value = parse(json, errors, { allowTrailingComma: true });
  } catch (cause) {
    // Nested so deeply that the stack ended.
    throw unreadable(file, 'JSON', cause);
  }
  if (errors.length > 0) throw unreadable(file, 'JSON');
  return value;
}

async function parseToml(file: string, text: string): Promise<unknown> {
  const { parse } = await import('smol-toml');
  try {
    return parse(text);
  } catch (cause) {
    throw unreadable(file, 'TOML', cause);
  }
}

function unreadable(file: string, format: string, cause?: unknown): UserError {
  return new UserError(`Cannot read ${file}: it is not ${format}.`, {
    hint: 'Correct the file, or name another one.',
    cause,
  });
}

/** Other programs allow spaces and dots in names. */
function usableName(given: string): string {
  const name = given
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return serverName.safeParse(name).success ? name : `${name || 'server'}-mcp`;
}

/** A catalog that starts Ralph would start itself without end. */
function isOurselves({ command = '', args = [] }: ServerEntry): boolean {
  const words = [command, ...args];
  return (
    words.includes('mcp') && words.some((word) => /(^|[\\/])ralph(\.cjs|\.cmd|\.exe)?$/.test(word))
  );
}
