import { isRecord } from '../../base/is-record.ts';
import type { Entry } from './client.ts';
import { tokenVariable } from './http-launch.ts';
import { isLoopback } from './server-url.ts';

/** What an entry starts or reaches, whichever client's shape it has. */
export type Target =
  | { readonly transport: 'stdio'; readonly line: readonly string[] }
  | { readonly transport: 'http'; readonly url: string };

export function targetOf(entry: unknown): Target | undefined {
  if (!isRecord(entry)) return undefined;
  const url = entry.url ?? entry.httpUrl;
  if (typeof url === 'string') return { transport: 'http', url };
  const line = [entry.command, entry.args].flat().filter((word) => word !== undefined);
  if (line.length === 0 || !line.every((word) => typeof word === 'string')) return undefined;
  return { transport: 'stdio', line };
}

/** Whether an entry named `ralph` is this program's: other programs have taken that name too. */
export function isOurs(entry: unknown): boolean {
  const target = targetOf(entry);
  if (target === undefined) return false;
  if (target.transport === 'stdio') return launchesRalph(target.line);
  if (refersToVariable(entry)) return true;
  return URL.canParse(target.url) && servesMcp(new URL(target.url));
}

function refersToVariable(entry: unknown): boolean {
  const text = JSON.stringify(entry, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return text.includes(tokenVariable);
}

/** `ralph mcp …` or `node …/ralph.cjs mcp …`, behind whatever wrapper. */
function launchesRalph(line: readonly string[]): boolean {
  return line.some((word, index) => {
    const name = word
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(?:cjs|cmd|exe|ps1)$/i, '');
    return name === 'ralph' && line[index + 1] === 'mcp';
  });
}

function servesMcp(url: URL): boolean {
  return isLoopback(url) && (url.pathname === '/mcp' || url.pathname === '/sse');
}

/**
 * The entry to write over an earlier one of ours. What a person added (env, time-outs, a choice of
 * tools) stays as long as the transport does: a leftover `env` makes some clients refuse a URL.
 */
export function mergeEntry(current: unknown, wanted: Entry): Entry {
  if (!isRecord(current) || !isOurs(current)) return wanted;
  if (targetOf(current)?.transport !== targetOf(wanted)?.transport) return wanted;
  const { tools = wanted.tools, ...rest } = current;
  const kept = Object.entries(rest).filter(([key]) => !written.has(key));
  return {
    ...wanted,
    ...(tools === undefined ? {} : { tools }),
    ...Object.fromEntries(kept),
  };
}

const written = new Set([
  'type',
  'command',
  'args',
  'url',
  'httpUrl',
  'headers',
  'requestInit',
  'http_headers',
  'bearer_token_env_var',
  'enabled',
]);
