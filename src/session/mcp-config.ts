import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { serverEntry, serverName } from '../catalog/config.ts';
import type { Discipline } from '../project/store/disciplines.ts';
import type { ServerEntry, SessionSettings } from './settings.ts';

/** What an agent reads to find its MCP servers. */
export interface McpConfig {
  readonly mcpServers: Readonly<Record<string, ServerEntry>>;
}

const entries = z.record(serverName, serverEntry);

/** Ralph's own server and those of the discipline. A clash or a broken entry is an error: never a silent drop. */
export function mergedMcpConfig(
  ralph: ServerEntry,
  discipline: Discipline | undefined,
  settings: SessionSettings,
): McpConfig {
  if (!discipline) return { mcpServers: { ralph } };
  const sources = [
    { where: `discipline "${discipline.name}" (mcp_servers)`, servers: discipline.mcp_servers },
    {
      where: `ralph.yaml disciplines.${discipline.name}.mcp_servers`,
      servers: settings.disciplines[discipline.name]?.mcp_servers ?? {},
    },
  ];
  const merged: Record<string, ServerEntry> = { ralph };
  for (const { where, servers } of sources) {
    for (const [name, entry] of Object.entries(validated(where, servers))) {
      if (Object.hasOwn(merged, name)) {
        throw new UserError(
          `${where} names a server "${name}", and there is one of that name already.`,
          {
            hint:
              name === 'ralph'
                ? 'That name belongs to Ralph. Call the server something else.'
                : 'Rename or remove one of the two.',
          },
        );
      }
      merged[name] = entry;
    }
  }
  return { mcpServers: merged };
}

function validated(where: string, servers: Readonly<Record<string, unknown>>) {
  const parsed = entries.safeParse(servers);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    throw new UserError(
      `${where}: ${place ? `${place}: ` : ''}${issue?.message ?? 'is not valid'}`,
      {
        hint: 'An entry has "command" (with "args" and "env"), or "url" (with "headers").',
      },
    );
  }
  const on = Object.entries(parsed.data).filter(([, entry]) => entry.enabled);
  return Object.fromEntries(on.map(([name, entry]) => [name, forAgents(entry)]));
}

/** The fields that agents know; the rest of an entry is for Ralph. */
function forAgents({
  type,
  command,
  args,
  env,
  url,
  headers,
}: z.output<typeof serverEntry>): ServerEntry {
  return {
    type: type ?? (url ? 'http' : 'stdio'),
    ...(command && { command }),
    ...(args && { args }),
    ...(env && { env }),
    ...(url && { url }),
    ...(headers && { headers }),
  };
}
