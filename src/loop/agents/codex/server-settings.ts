import type { LaunchIntent, McpServer } from '../adapter.ts';
import { isRemote } from '../options.ts';

interface ServerSettings {
  /** By dotted path, for `-c`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The MCP servers as settings on the command line. Everybody on the machine can read a command line, so the values
 * of a server's environment and headers travel in Codex's own environment, and the settings only name them.
 */
export function serverSettings(intent: LaunchIntent): ServerSettings {
  const env: Record<string, string> = {};
  const carry = (name: string, value: string): boolean => {
    const taken = env[name] ?? intent.env[name];
    if (taken === undefined) env[name] = value;
    return taken === undefined || taken === value;
  };
  const entries = Object.entries(intent.mcpConfig?.mcpServers ?? {}).map(([name, server]) => [
    `mcp_servers.${name}`,
    {
      ...(isRemote(server) ? remote(name, server, carry) : local(server, carry)),
      // Codex says nothing of a server that does not start, unless it cannot do without.
      required: true,
      default_tools_approval_mode: 'approve',
      ...(name === 'ralph' && { enabled_tools: intent.mcpTools }),
    },
  ]);
  return { settings: Object.fromEntries(entries), env };
}

type Carry = (name: string, value: string) => boolean;

function local(server: McpServer, carry: Carry): object {
  const values = Object.entries(server.env ?? {});
  const carried = values.filter(([name, value]) => carry(name, value)).map(([name]) => name);
  // A name that means something else elsewhere can only be said in the open.
  const open = values.filter(([name]) => !carried.includes(name));
  return {
    command: server.command,
    args: server.args ?? [],
    ...(carried.length > 0 && { env_vars: carried }),
    ...(open.length > 0 && { env: Object.fromEntries(open) }),
  };
}

function remote(name: string, server: McpServer & { readonly url: string }, carry: Carry): object {
  const headers = Object.entries(server.headers ?? {}).map(([header, value], index) => {
    const variable = `RALPH_MCP_HEADER_${name.toUpperCase().replaceAll('-', '_')}_${index}`;
    carry(variable, value);
    return [header, variable];
  });
  return {
    url: server.url,
    ...(headers.length > 0 && { env_http_headers: Object.fromEntries(headers) }),
  };
}
