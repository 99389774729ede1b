import { z } from 'zod';
import { about } from '../base/about.ts';
import { referable, reference } from '../base/env-reference.ts';
import { safetySettings } from './safety/access-config.ts';

const seconds = z.number().positive().max(86_400);

const entry = z.strictObject({
  type: about(
    z
      .enum(['stdio', 'http', 'sse', 'streamable-http'])
      .transform((name) => (name === 'streamable-http' ? 'http' : name))
      .optional(),
    'How to talk to the server; stdio with a command and http with a url unless given.',
  ),
  command: about(referable.min(1).optional(), 'Program that serves on stdio.', 'npx'),
  args: about(z.array(referable).optional(), 'Arguments of the program.', ['-y', 'some-server']),
  cwd: about(z.string().min(1).optional(), 'Folder the program starts in; the root unless given.'),
  env: about(
    z.record(z.string(), referable).optional(),
    'Environment of the program. Write secrets as references.',
    { GITHUB_TOKEN: reference('GITHUB_TOKEN') },
  ),
  env_file: about(
    z.string().min(1).optional(),
    'File of NAME=value lines for the environment of the program.',
    '.env.mcp',
  ),
  url: about(
    referable
      .regex(/^(https?:\/\/|\$\{env:)/, 'must be an http or https URL, or a reference')
      .optional(),
    'Address of a server that is reached over HTTP.',
    'https://example.com/mcp',
  ),
  headers: about(
    z.record(z.string(), referable).optional(),
    'Headers sent with every request. Write secrets as references.',
    { Authorization: `Bearer ${reference('API_TOKEN')}` },
  ),
  enabled: about(z.boolean().default(true), 'false keeps the entry and leaves the server out.'),
  category: about(
    z.string().min(1).optional(),
    "Category of the server's tools; worked out from their descriptions unless given.",
    'code_analysis',
  ),
  timeout_s: about(seconds.optional(), 'Longest time one call may take.', 30),
  start_timeout_s: about(seconds.optional(), 'Longest time the server may take to start.', 20),
});

/** One downstream server. Exactly one of `command` and `url` says where it is. */
export const serverEntry = entry.check(({ value, issues }) => {
  const refuse = (key: string, message: string, hint: string) =>
    issues.push({
      code: 'custom',
      input: value,
      path: key ? [key] : [],
      message,
      params: { hint },
    });
  const remote = value.url !== undefined;
  if (!remote && value.command === undefined) {
    refuse('', 'says neither how to start the server nor where it is.', addCommandOrUrl);
  } else if (remote && value.command !== undefined) {
    refuse('url', 'cannot stand beside "command".', 'Keep "command" or "url", not both.');
  } else if (value.type !== undefined && (value.type === 'stdio') === remote) {
    refuse('type', `"${value.type}" does not go with "${remote ? 'url' : 'command'}".`, typeHint);
  }
  for (const key of remote ? onlyForCommands : onlyForUrls) {
    if (value[key] === undefined || (remote && value.command !== undefined)) continue;
    const owner = remote ? 'command' : 'url';
    refuse(key, `only goes with "${owner}".`, `Remove it, or use "${owner}" for this server.`);
  }
});

const addCommandOrUrl =
  'Add "command" for a program on this machine, or "url" for a server elsewhere.';
const typeHint = 'Remove "type": it follows from "command" or "url".';
const onlyForCommands = ['args', 'cwd', 'env', 'env_file'] as const;
const onlyForUrls = ['headers'] as const;

/**
 * `category` would be mistaken for the listing of a category in the REST paths, and a file with one of the others as
 * a key is not read.
 */
export const serverName = z
  .string()
  .regex(
    /^(?!(?:category|__proto__|constructor|prototype)$)[A-Za-z0-9_-]{1,64}$/,
    'is not a server name: 1 to 64 letters, digits, "_" and "-", and no word that has another meaning, such as "category"',
  );

const toolId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}\/\S+$/, 'is not a tool id; write server/tool');

/** The `catalog` block of ralph.yaml. */
export const catalogConfig = z.strictObject({
  servers: about(
    z.record(serverName, serverEntry).default({}),
    'The downstream MCP servers by name. An entry replaces an earlier one of the same name as a whole.',
    { github: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github'] } },
  ),
  import: about(
    z.array(z.string().min(1)).default([]),
    'Other files to read servers from (mcp.json of any client, Codex TOML).',
    ['.vscode/mcp.json'],
  ),
  pins: about(z.array(toolId).default([]), 'Tools that always stand in the hot list.', [
    'github/search_issues',
  ]),
  categories: about(
    z.record(z.string().min(1), z.array(z.string().min(1))).default({}),
    'Categories and the servers or tools (server/tool) that belong to them.',
    { code_analysis: ['serena', 'github/search_code'] },
  ),
  max_connections: about(
    z.int().min(1).max(1000).default(10),
    'Most servers that run at the same time.',
  ),
  idle_stop_s: about(seconds.default(300), 'A server that is not used for this long is stopped.'),
  timeout_s: about(seconds.default(60), 'Longest time of one call, unless its server says.'),
  start_timeout_s: about(
    seconds.default(30),
    'Longest time a server may take to start, unless it says.',
  ),
  ...safetySettings,
});

export type CatalogSettings = z.output<typeof catalogConfig>;
