import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type CatalogClient, idsIn, openCatalogClient } from '../support/catalog-client.ts';
import { installLocked } from '../support/install-locked.ts';
import { ralph } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const folder = path.resolve(import.meta.dirname, '../peers-servers');
const root = scratchFolder();
const files = path.join(root, 'files');
const keysFile = 'servers.env';

/** Each by its package, and what it needs to start. Keys are made up: nothing is asked of the services behind them. */
const servers: Readonly<
  Record<string, { name: string; args?: string[]; env?: Readonly<Record<string, string>> }>
> = {
  chrome: { name: 'chrome-devtools-mcp', args: ['--headless', '--isolated'] },
  context7: { name: '@upstash/context7-mcp' },
  eslint: { name: '@eslint/mcp' },
  everything: { name: '@modelcontextprotocol/server-everything' },
  figma: { name: 'figma-developer-mcp', args: ['--stdio'], env: { FIGMA_API_KEY: 'dummy' } },
  files: { name: '@modelcontextprotocol/server-filesystem', args: [files] },
  memory: {
    name: '@modelcontextprotocol/server-memory',
    env: { MEMORY_FILE_PATH: path.join(root, 'memory.json') },
  },
  notion: { name: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'dummy' } },
  playwright: { name: '@playwright/mcp', args: ['--headless'] },
  tavily: { name: 'tavily-mcp', env: { TAVILY_API_KEY: 'dummy' } },
  thinking: { name: '@modelcontextprotocol/server-sequential-thinking' },
};

/** The program that a package's manifest names. */
function programOf(name: string): string {
  const home = path.join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  return path.join(home, typeof bin === 'string' ? bin : String(Object.values(bin)[0]));
}

beforeAll(async () => {
  installLocked(folder);
  mkdirSync(files);
  writeFileSync(path.join(files, 'note.txt'), 'The kettle is on.\n');
  writeFileSync(
    path.join(root, 'ralph.yaml'),
    'learning: { mcp_context: { embeddings: { provider: none } } }\n',
  );
  const lines = Object.values(servers).flatMap(({ env = {} }) => Object.entries(env));
  writeFileSync(
    path.join(root, keysFile),
    lines.map(([key, value]) => `${key}=${value}\n`).join(''),
  );
  for (const [server, { name, args = [], env = {} }] of Object.entries(servers)) {
    const keys = Object.keys(env);
    const environment = [
      ...keys.flatMap((key) => ['--env', `${key}=\${env:${key}}`]),
      ...(keys.length > 0 ? ['--env-file', keysFile] : []),
    ];
    const command = [process.execPath, programOf(name), ...args];
    const added = await ralph(['catalog', 'add', server, ...environment, '--', ...command], {
      cwd: root,
    });
    expect([server, added.code, added.stderr]).toEqual([server, 0, expect.anything()]);
  }
});

async function withClient<Result>(use: (client: CatalogClient) => Promise<Result>) {
  const client = await openCatalogClient(root);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

it('real servers from npm list their tools', async () => {
  const { code, stdout } = await ralph(['catalog', 'sync', '--json'], { cwd: root });
  const synced: { server: string; error?: string | null; tools?: number }[] =
    JSON.parse(stdout).servers;
  process.stderr.write(`${JSON.stringify(synced)}\n`);
  expect(code).toBe(0);
  expect(synced.map(({ server }) => server).toSorted()).toEqual(Object.keys(servers));
  const { stdout: list } = await ralph(['catalog', 'list', '--json'], { cwd: root });
  for (const { server, tools } of JSON.parse(list).servers)
    expect([server, tools]).toEqual([server, expect.any(Number)]);
});

it.each([
  ['everything', 'everything/echo', { message: 'hello' }, 'hello'],
  ['files', 'files/read_text_file', { path: path.join(files, 'note.txt') }, 'The kettle is on.'],
  ['memory', 'memory/read_graph', {}, 'entities'],
  [
    'thinking',
    'thinking/sequentialthinking',
    { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    'thoughtNumber',
  ],
])('a tool of %s answers through Ralph', async (_, tool, args, expected) => {
  await withClient(async (client) => {
    expect(client.runningServers()).toEqual([]);
    const answer = await client.call('catalog_call', { tool, arguments: args });
    expect(`${answer.text} ${JSON.stringify(answer.structured)}`).toContain(expected);
    expect(answer.isError).toBe(false);
    expect(client.runningServers()).toHaveLength(1);
  });
});

it('what one remembers the next call finds, and a wrong argument never reaches it', async () => {
  await withClient(async (client) => {
    const wrong = await client.call('catalog_call', {
      tool: 'memory/create_entities',
      arguments: { entity: 'kettle' },
    });
    expect(wrong.structured).toMatchObject({ code: 'invalid_argument' });
    expect(client.runningServers()).toEqual([]);
    const entities = [{ name: 'kettle', entityType: 'thing', observations: ['is on'] }];
    await client.call('catalog_call', { tool: 'memory/create_entities', arguments: { entities } });
    const found = await client.call('catalog_call', {
      tool: 'memory/search_nodes',
      arguments: { query: 'kettle' },
    });
    expect(JSON.stringify(found)).toContain('is on');
  });
});

it.each([
  ['take a screenshot of the page', ['chrome', 'playwright']],
  ['read the text of a file', ['files']],
  ['search the web', ['tavily']],
  ['documentation of a library', ['context7']],
  ['lint files', ['eslint']],
  ['create a page in a workspace', ['notion']],
])('"%s" finds the server for it, and starts none', async (query, expected) => {
  await withClient(async (client) => {
    const found = idsIn(await client.call('catalog_search', { query })).slice(0, 5);
    const of = found.map((id) => id.split('/')[0] ?? '');
    expect(expected.filter((server) => of.includes(server))).not.toEqual([]);
    expect(client.runningServers()).toEqual([]);
  });
});
