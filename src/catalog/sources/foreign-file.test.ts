import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { catalogConfig } from '../config.ts';
import { readForeignFile } from './foreign-file.ts';
import { loadServerSpecs } from './load-specs.ts';

const folder = scratchFolder();
async function read(name: string, content: unknown) {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const found = await readForeignFile(file, { root: '/project' });
  return Object.fromEntries(
    (found?.servers ?? []).map(({ name: server, entry }) => [server, entry]),
  );
}

describe('servers of other programs', () => {
  it.each([
    [
      'Claude Code',
      {
        mcpServers: {
          gh: { type: 'stdio', command: 'npx', args: ['-y', 'gh'], env: { TOKEN: `\${TOKEN:-x}` } },
        },
        projects: {
          '/project': { mcpServers: { here: { command: 'h' } } },
          '/other': { mcpServers: { there: { command: 't' } } },
        },
      },
      {
        gh: { command: 'npx', args: ['-y', 'gh'], env: { TOKEN: `\${env:TOKEN}` } },
        here: { command: 'h' },
      },
    ],
    [
      'Cursor',
      { mcpServers: { api: { url: 'https://x.example/sse', headers: { 'X-Team': 'a' } } } },
      { api: { type: 'sse', url: 'https://x.example/sse', headers: { 'X-Team': 'a' } } },
    ],
    [
      'VS Code',
      {
        inputs: [],
        servers: {
          a: {
            type: 'http',
            url: 'https://x.example/mcp',
            headers: { Authorization: `Bearer \${input:api-key}` },
          },
          b: { command: 'uvx', cwd: `\${workspaceFolder}`, envFile: `\${workspaceFolder}/.env` },
        },
      },
      {
        a: { url: 'https://x.example/mcp', headers: { Authorization: `Bearer \${env:API_KEY}` } },
        b: { command: 'uvx', cwd: '.', env_file: '.env' },
      },
    ],
    [
      'JetBrains',
      {
        servers: {
          a: { url: 'https://x.example/mcp', requestInit: { headers: { 'X-Key': `\${env:KEY}` } } },
        },
      },
      { a: { url: 'https://x.example/mcp', headers: { 'X-Key': `\${env:KEY}` } } },
    ],
    [
      'Gemini',
      {
        mcpServers: {
          a: { httpUrl: 'https://x.example/mcp', timeout: 5000 },
          b: { command: 'x', env: { KEY: '$MY_KEY' } },
        },
      },
      {
        a: { url: 'https://x.example/mcp', timeout_s: 5 },
        b: { command: 'x', env: { KEY: `\${env:MY_KEY}` } },
      },
    ],
    [
      'opencode',
      {
        mcp: {
          a: {
            type: 'local',
            command: ['bun', 'x', 'a'],
            environment: { K: '{env:K}' },
            enabled: false,
          },
          b: { type: 'remote', url: 'https://x.example/mcp' },
        },
      },
      {
        a: { command: 'bun', args: ['x', 'a'], env: { K: `\${env:K}` }, enabled: false },
        b: { url: 'https://x.example/mcp' },
      },
    ],
  ])('are read from a file of %s', async (program, content, expected) => {
    expect(await read(`${program}.json`, content)).toEqual(expected);
  });

  it('are read from the TOML of Codex', async () => {
    const toml = `model = "x"
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]
env_vars = ["DOCS_KEY"]
startup_timeout_sec = 20
tool_timeout_sec = 90
[mcp_servers.far]
url = "https://x.example/mcp"
bearer_token_env_var = "FAR_TOKEN"
env_http_headers = { "X-Org" = "ORG" }
`;
    expect(await read('config.toml', toml)).toEqual({
      docs: {
        command: 'npx',
        args: ['-y', 'docs'],
        env: { DOCS_KEY: `\${env:DOCS_KEY}` },
        start_timeout_s: 20,
        timeout_s: 90,
      },
      far: {
        url: 'https://x.example/mcp',
        headers: { Authorization: `Bearer \${env:FAR_TOKEN}`, 'X-Org': `\${env:ORG}` },
      },
    });
  });

  it('lose their secrets to references, wherever they stand', async () => {
    const servers = {
      gh: {
        command: 'npx',
        args: [
          '--api-key=abc123',
          '--token',
          'abc456',
          '--port',
          '80',
          'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
        ],
        env: { GITHUB_TOKEN: 'ghp_x', LEVEL: 'debug' },
      },
      far: {
        url: 'https://me:pw@x.example/mcp?api_key=s3cret&page=1',
        headers: { Authorization: 'Bearer abc', 'X-Team': 'a' },
      },
    };
    const found = await read('secrets.json', { mcpServers: servers });
    expect(found).toEqual({
      gh: {
        command: 'npx',
        args: [
          `--api-key=\${env:GH_API_KEY}`,
          '--token',
          `\${env:GH_TOKEN}`,
          '--port',
          '80',
          `\${env:GH_ARGUMENT_6}`,
        ],
        env: { GITHUB_TOKEN: `\${env:GITHUB_TOKEN}`, LEVEL: 'debug' },
      },
      far: {
        url: `https://\${env:FAR_LOGIN}@x.example/mcp?api_key=\${env:FAR_API_KEY}&page=1`,
        headers: { Authorization: `Bearer \${env:FAR_TOKEN}`, 'X-Team': 'a' },
      },
    });
  });

  it('keep no secret that stands in an unusual place', async () => {
    const key = 'q7Zk29fLmX04vTb8RsWc';
    const servers = {
      env: {
        command: 'x',
        env: { LINEAR_KEY: 's1cret-a', GH_PAT: 's1cret-b', PGPASS: 's1cret-c' },
      },
      header: {
        url: 'https://x.example/mcp',
        headers: { 'X-Goog-Key': 's1cret-d', 'X-Site': key },
      },
      path: { url: `https://x.example/api/mcp/s/${key}/mcp` },
      fragment: { url: 'https://x.example/mcp#token=s1cret-e' },
      command: { command: 'env TOKEN=s1cret-f node x.js' },
      shell: { command: 'sh', args: ['-c', 'API_KEY=s1cret-g npx foo'] },
      bridge: {
        command: 'npx',
        args: ['mcp-remote', 'https://x.example/sse', '--header', 'Authorization: Bearer s1cret-h'],
      },
      bare: { command: 'x', args: [key, '6f1c2a34-9b7d-4c1e-8a52-0d3e4f5a6b7c'] },
    };
    const found = await read('unusual.json', { mcpServers: servers });
    expect(Object.keys(found)).toEqual(Object.keys(servers));
    expect(JSON.stringify(found)).not.toMatch(/s1cret|q7Zk|6f1c2a34/);
  });

  it('keep what is no secret', async () => {
    const servers = {
      a: {
        command: 'npx',
        args: [
          '-y',
          '@scope/server-filesystem@2025.8.21',
          '/srv/data-2024',
          'gpt-4o-mini-2024-07-18',
        ],
        env: { LOG_LEVEL: 'debug', BYPASS: 'true', REGION: 'us-central1' },
      },
      b: {
        url: 'https://x.example/v1/servers/github-enterprise/mcp',
        headers: { 'X-Region': 'eu-west-1' },
      },
    };
    expect(await read('harmless.json', { mcpServers: servers })).toEqual(servers);
  });

  it('never share a variable for two different secrets', async () => {
    const servers = {
      one: { command: 'x', env: { API_KEY: 'first' } },
      two: { command: 'x', env: { API_KEY: 'second' } },
      three: { command: 'x', env: { API_KEY: 'first' } },
      far: {
        url: 'https://x.example/mcp',
        headers: { Authorization: 'Bearer third', 'X-Api-Key': 'fourth' },
      },
    };
    expect(await read('shared.json', { mcpServers: servers })).toMatchObject({
      one: { env: { API_KEY: `\${env:API_KEY}` } },
      two: { env: { API_KEY: `\${env:TWO_API_KEY}` } },
      three: { env: { API_KEY: `\${env:API_KEY}` } },
      far: {
        headers: { Authorization: `Bearer \${env:FAR_TOKEN}`, 'X-Api-Key': `\${env:FAR_TOKEN_2}` },
      },
    });
  });

  it('are read from a file of which other parts are not as expected', async () => {
    const file = {
      mcpServers: { a: { command: 'x' } },
      servers: 'none',
      mcp: [],
      projects: { '/project': { mcpServers: { b: { command: 'y' } } }, '/other': null },
    };
    expect(Object.keys(await read('odd.json', file))).toEqual(['a', 'b']);
    expect(await read('empty.json', '')).toEqual({});
  });

  it('have a name that ralph.yaml can hold', async () => {
    const names = ['constructor', 'prototype', 'category', 'ünï', ''];
    const mcpServers = Object.fromEntries(names.map((name) => [name, { command: 'x' }]));
    expect(Object.keys(await read('named.json', { mcpServers }))).toEqual([
      'constructor-mcp',
      'prototype-mcp',
      'category-mcp',
      'n',
      'server-mcp',
    ]);
  });

  it('that cannot be used are named, and the others are read', async () => {
    const file = path.join(folder, 'mixed.json');
    writeFileSync(
      file,
      '{ // a comment\n "mcpServers": { "a b": {"command": "x"}, "none": {}, "ralph": {"command": "ralph", "args": ["mcp"]}, "n": 7, }, }',
    );
    const found = await readForeignFile(file, { root: '/project' });
    expect(found?.servers.map(({ name }) => name)).toEqual(['a-b']);
    expect(found?.problems.map(({ server }) => server)).toEqual(['none', 'ralph', 'n']);
    for (const broken of ['{"mcpServers": ', '['.repeat(200_000)]) {
      writeFileSync(file, broken);
      await expect(readForeignFile(file, { root: '/' })).rejects.toThrow('it is not JSON');
    }
    expect(await readForeignFile(path.join(folder, 'none.json'), { root: '/' })).toBeUndefined();
  });

  it('work as they are when ralph.yaml names their file, with nothing of them written down', async () => {
    writeFileSync(
      path.join(folder, 'live.json'),
      JSON.stringify({
        mcpServers: { a: { command: 'x' }, b: { command: 'y', env: { MY_TOKEN: 'lit' } } },
      }),
    );
    const settings = catalogConfig.parse({
      servers: { a: { command: 'mine' } },
      import: ['live.json', 'gone.json'],
    });
    const { specs, problems } = await loadServerSpecs({ settings, root: folder, env: {} });
    expect(specs).toMatchObject([
      { name: 'a', command: 'mine', source: 'ralph.yaml', timeoutMs: 60_000 },
      { name: 'b', command: 'y', env: { MY_TOKEN: `\${env:MY_TOKEN}` }, source: 'live.json' },
    ]);
    expect(specs[1]?.secret?.('MY_TOKEN')).toBe('lit');
    expect(JSON.stringify(specs)).not.toContain('lit');
    expect(problems).toEqual(['gone.json: there is no such file']);
  });
});
