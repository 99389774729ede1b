import type { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { serverEntry, serverName } from '../catalog/config.ts';
import type { Discipline } from '../project/store/disciplines.ts';
import type { ServerEntry, SessionSettings } from './settings.ts';

/** What an agent reads to find its MCP servers. */
export interface McpConfig {
  readonly mcpServers: Readonly<Record<string, ServerEntry>>;
}

/** Ralph's own server and those of the discipline. A clash or a broken entry is an error: never a silent drop. */
export function mergedMcpConfig(
  ralph: ServerEntry,
  discipline: Discipline | undefined,
  settings: Pick<SessionSettings, 'disciplines'>,
): McpConfig {
  const merged = new Map([['ralph', { entry: ralph, where: 'Ralph itself' }]]);
  for (const { where, servers } of discipline ? sourcesOf(discipline, settings) : []) {
    for (const [name, raw] of Object.entries(servers)) {
      const entry = validEntry(where, name, raw);
      const taken = merged.get(name.toLowerCase() === 'ralph' ? 'ralph' : name);
      if (taken) throw clash(where, name, taken.where);
      if (entry.enabled) merged.set(name, { entry: forAgents(entry), where });
    }
  }
  return {
    mcpServers: Object.fromEntries([...merged].map(([name, { entry }]) => [name, entry])),
  };
}

function sourcesOf(
  { name, mcp_servers }: Discipline,
  settings: Pick<SessionSettings, 'disciplines'>,
) {
  const configured = Object.hasOwn(settings.disciplines, name)
    ? settings.disciplines[name]?.mcp_servers
    : undefined;
  return [
    { where: `discipline "${name}"`, servers: mcp_servers },
    { where: `ralph.yaml disciplines.${name}.mcp_servers`, servers: configured ?? {} },
  ];
}

type ValidEntry = z.output<typeof serverEntry>;

function validEntry(where: string, name: string, raw: unknown): ValidEntry {
  const named = serverName.safeParse(name);
  if (!named.success) throw broken(where, name, named.error.issues);
  const parsed = serverEntry.safeParse(raw);
  if (!parsed.success) throw broken(where, name, parsed.error.issues);
  if (parsed.data.env_file !== undefined) {
    throw new UserError(`${where}: server "${name}": env_file is not read by agents.`, {
      hint: `Write the variables under "env"; a secret as a reference to one of the environment.`,
    });
  }
  return parsed.data;
}

function broken(where: string, name: string, issues: readonly z.core.$ZodIssue[]): UserError {
  const said = issues.map(({ path, message }) =>
    path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message,
  );
  return new UserError(`${where}: server "${name}" ${said.join('; ')}`, {
    hint: 'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
  });
}

function clash(where: string, name: string, other: string): UserError {
  return name.toLowerCase() === 'ralph'
    ? new UserError(`${where}: a server may not be called "${name}".`, {
        hint: "That is the name of Ralph's own server. Call it something else.",
      })
    : new UserError(`${where}: there is a server "${name}" in ${other} as well.`, {
        hint: 'Rename or remove one of the two.',
      });
}

/** The fields that agents know; the rest of an entry (category, limits) is for Ralph. */
function forAgents({ type, command, args, cwd, env, url, headers }: ValidEntry): ServerEntry {
  return {
    type: type ?? (url ? 'http' : 'stdio'),
    ...(command && { command }),
    ...(args && { args }),
    ...(cwd && { cwd }),
    ...(env && { env }),
    ...(url && { url }),
    ...(headers && { headers }),
  };
}
