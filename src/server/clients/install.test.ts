import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ClientName, filesOf } from './clients.ts';
import { install } from './install.ts';
import { parsed } from './testing/parsed.ts';
import { failure, put, temporaryHost } from './testing/temporary-host.ts';

describe('an entry that is there', () => {
  it('is brought up to date when it is ours, and keeps what a person added', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.root, '.mcp.json');
    await put(
      file,
      '{ "mcpServers": { "ralph": { "command": "/old/node", "args": ["/x/ralph.cjs", "mcp", "--root", "/old"], "env": { "A": "b" } } } }',
    );
    const change = await install({ client: 'claude', ...host });
    expect(change.action).toBe('updated');
    expect(change.notes[0]).toBe('The entry was for /old until now.');
    expect(parsed('claude', await readFile(file, 'utf8'))).toEqual({
      mcpServers: {
        ralph: {
          type: 'stdio',
          command: 'ralph',
          args: ['mcp', '--transport', 'stdio', '--root', host.place.root],
          env: { A: 'b' },
        },
      },
    });
  });

  it('keeps a choice of tools, and nothing of another transport', async () => {
    const host = await temporaryHost({ env: { RALPH_MCP_TOKEN: 't' } });
    const file = path.join(host.place.home, '.copilot', 'mcp-config.json');
    await put(
      file,
      '{"mcpServers":{"ralph":{"type":"local","command":"ralph","args":["mcp"],"tools":["ralph_run"],"env":{"A":"b"}}}}',
    );
    await install({ client: 'copilot', ...host });
    const { mcpServers } = parsed('copilot', await readFile(file, 'utf8'));
    expect(mcpServers).toMatchObject({ ralph: { tools: ['ralph_run'], env: { A: 'b' } } });
    const change = await install({ client: 'copilot', ...host, url: 'http://127.0.0.1:8765' });
    expect(change.entry).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:8765/mcp',
      headers: { Authorization: `Bearer $${'{'}RALPH_MCP_TOKEN}` },
      tools: ['*'],
    });
  });

  it('is not touched when it is another program, unless forced', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.root, '.cursor', 'mcp.json');
    const before =
      '{"mcpServers":{"ralph":{"command":"ralph-wiggum","args":["serve"],"env":{"API_KEY":"sk-live-aaaabbbbccccddddeeee"}}}}';
    await put(file, before);
    const refusal = await failure(() => install({ client: 'cursor', ...host }));
    expect(host.neutral(refusal)).toMatchInlineSnapshot(`
      "/T/project/.cursor/mcp.json already has a "ralph" that is not this program: {"command":"ralph-wiggum","args":["serve"],"env":{"API_KEY":"[redacted:secret]"}}
      Rename that entry, or use --force to replace it (a copy of the file is kept)."
    `);
    expect(await readFile(file, 'utf8')).toBe(before);
    const change = await install({ client: 'cursor', ...host, force: true });
    expect(change.action).toBe('updated');
    expect(Object.keys(Object(change.entry))).toEqual(['command', 'args']);
  });

  it('is found in the second of two files', async () => {
    const host = await temporaryHost();
    const [json = '', jsonc = ''] = filesOf('opencode', 'project', host.place);
    await put(json, '{}');
    await put(jsonc, '{ "mcp": { "ralph": { "type": "local", "command": ["ralph", "mcp"] } } }');
    expect(await install({ client: 'opencode', ...host })).toMatchObject({
      file: jsonc,
      action: 'updated',
    });
    expect(await readFile(json, 'utf8')).toBe('{}');
  });
});

describe('over HTTP', () => {
  it('writes the server’s own token, says so, and keeps a new file private', async () => {
    const host = await temporaryHost();
    await put(path.join(host.place.root, '.ralph', 'mcp', 'token'), 'secret-token-1\n');
    const change = await install({
      client: 'jetbrains',
      ...host,
      url: 'http://127.0.0.1:8765/mcp',
    });
    const text = await readFile(change.file, 'utf8');
    expect(text).toContain('Bearer secret-token-1');
    expect(JSON.stringify(change)).not.toContain('secret-token-1');
    expect(change.warnings.map(host.neutral)).toMatchInlineSnapshot(`
      [
        "The access token itself is now in /T/home/.config/github-copilot/intellij/mcp.json: keep that file private. With RALPH_MCP_TOKEN set, this command writes a reference instead.",
      ]
    `);
    expect((await stat(change.file)).mode & 0o777).toBe(0o600);
    const again = await install({ client: 'jetbrains', ...host, url: 'http://127.0.0.1:8765/mcp' });
    expect(again.action).toBe('unchanged');
  });

  it('prefers a reference', async () => {
    const host = await temporaryHost({ env: { RALPH_MCP_TOKEN: 'secret-token-2' } });
    const change = await install({ client: 'codex', ...host, url: 'https://ralph.example.com' });
    expect(change.entry).toEqual({
      url: 'https://ralph.example.com/mcp',
      bearer_token_env_var: 'RALPH_MCP_TOKEN',
    });
    expect(change.warnings).toEqual([]);
    expect(change.notes[0]).toMatchInlineSnapshot(
      `"The entry refers to RALPH_MCP_TOKEN: Codex must be started where that is set."`,
    );
    expect(await readFile(change.file, 'utf8')).not.toContain('secret-token-2');
  });

  it.each<[what: string, client: ClientName, url: string, token: string, refusal: string]>([
    [
      'no token',
      'cursor',
      'http://127.0.0.1:8765/mcp',
      '',
      'There is no token yet: RALPH_MCP_TOKEN is not set and /T/project/.ralph/mcp/token is missing.\nStart the server once with "ralph mcp --transport http", which creates the token, then run this again.',
    ],
    [
      'a local token for another machine',
      'cursor',
      'https://ralph.example.com/mcp',
      'abc',
      "No token is known for ralph.example.com.\nSet RALPH_MCP_TOKEN to that server's token and run this again.",
    ],
    [
      'a token that is no header',
      'cursor',
      'http://localhost:1/mcp',
      'a\nb: c',
      'The token in /T/project/.ralph/mcp/token has characters that a header cannot carry.\nUse letters, digits and punctuation only, without spaces.',
    ],
    [
      'no URL',
      'cursor',
      '8765',
      '',
      '"8765" is not an http or https URL.\nGive the address of the running server, as in --http http://127.0.0.1:8765/mcp.',
    ],
    [
      'another protocol',
      'cursor',
      'file:///etc/passwd',
      '',
      '"file:///etc/passwd" is not an http or https URL.\nGive the address of the running server, as in --http http://127.0.0.1:8765/mcp.',
    ],
    [
      'a password in the URL',
      'cursor',
      'http://u:p@127.0.0.1/mcp',
      '',
      'The URL holds a user name or password.\nLeave it out: Ralph is reached with a token, which is written as a header.',
    ],
    [
      'a client that takes no URL',
      'claude-desktop',
      'http://127.0.0.1:8765/mcp',
      '',
      'Claude Desktop cannot be given a server by URL in its file.\nLeave --http out, and it will start Ralph itself: ralph mcp install claude-desktop.',
    ],
  ])('refuses %s', async (_, client, url, token, refusal) => {
    const host = await temporaryHost();
    if (token !== '') await put(path.join(host.place.root, '.ralph/mcp/token'), token);
    expect(host.neutral(await failure(() => install({ client, ...host, url })))).toBe(refusal);
  });
});
