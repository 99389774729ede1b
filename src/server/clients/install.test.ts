import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getNodeValue, parseTree } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { type ClientName, clientNames, clients, filesOf } from './clients.ts';
import { backupsOf } from './config-file.ts';
import { install } from './install.ts';
import { failure, put, temporaryHost } from './testing/temporary-host.ts';

/** Files as people and clients really leave them; NAME stands for the client's own parent key. */
const jsonFiles: Record<string, string> = {
  commented: `// My servers
{
  /* keep */ "NAME": {
    "github": { "command": "npx", "args": ["-y", "x"] }, // token below
    // "off": {},
  },
  "theme": "dark", // last
}
`,
  minified: '{"NAME":{"a":{"url":"https://x"}},"n":1.50}',
  tabs: '{\n\t"NAME": {\n\t\t"a": {}\n\t}\n}\n',
  fourSpaces: '{\n    "other": [1, 2]\n}',
  windows: '\uFEFF{\r\n  "NAME": {},\r\n  "z": null\r\n}\r\n',
  emptyObject: '{}',
};
const tomlFiles: Record<string, string> = {
  commented:
    '# top\nmodel = "gpt" # best\n\n[mcp_servers.a] # one\ncommand = "x"\nenv = { A = "b" }\n# end\n',
  windows: '\uFEFFa = 1\r\n[b]\r\nc = """\r\n[mcp_servers.ralph]\r\n"""\r\n',
  noLineEnd: '[profiles.x]\nmodel = "y"',
};

const cases = clientNames.flatMap((name) =>
  Object.keys(clients[name].format === 'toml' ? tomlFiles : jsonFiles).map(
    (kind) => [name, kind] as const,
  ),
);

describe('every client and kind of file', () => {
  it.each(cases)('%s, %s', async (name, kind) => {
    const host = await temporaryHost();
    const client = clients[name];
    const [file = ''] = filesOf(name, client.defaultScope, host.place);
    const table = client.format === 'toml' ? tomlFiles : jsonFiles;
    const before = (table[kind] ?? '').replaceAll('NAME', client.parent);
    await put(file, before);

    const change = await install({ client: name, ...host });
    expect(change).toMatchObject({ client: name, file, action: 'installed' });
    const after = await readFile(file, 'utf8');
    const [was, is] = [data(name, before), data(name, after)];
    expect(is).toEqual({
      ...was,
      [client.parent]: { ...Object(was[client.parent]), ralph: change.entry },
    });
    expect(after.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'));
    for (const comment of before.match(/\/\/ .*|\/\*.*\*\/|# .*/g) ?? []) {
      expect(after).toContain(comment);
    }
    if (change.backup === undefined) throw new Error('no backup');
    expect(await readFile(change.backup, 'utf8')).toBe(before);

    expect(await install({ client: name, ...host })).toMatchObject({ action: 'unchanged' });
    expect(await readFile(file, 'utf8')).toBe(after);
    expect(await backupsOf(file)).toEqual([change.backup]);
  });

  it.each(clientNames)('%s, no file and no folder', async (name) => {
    const host = await temporaryHost();
    const change = await install({ client: name, ...host });
    expect(change.action).toBe('installed');
    expect(change.backup).toBeUndefined();
    const text = await readFile(change.file, 'utf8');
    expect(data(name, text)).toEqual({ [clients[name].parent]: { ralph: change.entry } });
    expect(change.notes.length).toBeGreaterThan(0);
  });

  it.each(clientNames)('%s, shown instead of written', async (name) => {
    const host = await temporaryHost();
    const change = await install({ client: name, ...host, print: true });
    expect(data(name, change.snippet ?? '')).toEqual({
      [clients[name].parent]: { ralph: change.entry },
    });
    expect(await readdir(host.place.home)).toEqual([]);
    expect(await readdir(host.place.root)).toEqual([]);
  });
});

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
    expect(data('claude', await readFile(file, 'utf8'))).toEqual({
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
    const { mcpServers } = data('copilot', await readFile(file, 'utf8'));
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

describe('the file system', () => {
  it('keeps the mode of a file', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.home, '.claude.json');
    await put(file, '{}');
    await chmod(file, 0o640);
    await install({ client: 'claude', scope: 'user', ...host });
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  it('follows a link to the file, and leaves the link', async () => {
    const host = await temporaryHost();
    const real = path.join(host.folder, 'dotfiles', 'config.toml');
    await put(real, 'a = 1\n');
    await mkdir(path.join(host.place.home, '.codex'));
    const link = path.join(host.place.home, '.codex', 'config.toml');
    await symlink(real, link);
    await install({ client: 'codex', ...host });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(real, 'utf8')).toContain('[mcp_servers.ralph]');
  });

  it.each<[what: string, prepare: (file: string) => Promise<void>, refusal: string]>([
    [
      'a read-only file',
      async (file) => {
        await put(file, '{}');
        await chmod(file, 0o444);
      },
      'FILE is read-only.\nMake it writable (chmod u+w "FILE") and run this again, or make the change by hand (--print shows the entry).',
    ],
    [
      'a file that is not UTF-8',
      (file) => put(file, Buffer.from('{"a":"\xe9"}', 'latin1')),
      'Cannot read FILE: it is not UTF-8 text.\nSave it as UTF-8 in your editor, then try again.',
    ],
    [
      'a file in UTF-16',
      (file) => put(file, Buffer.from('\uFEFF{}', 'utf16le')),
      'Cannot read FILE: it is not UTF-8 text.\nSave it as UTF-8 in your editor, then try again.',
    ],
    [
      'a file that does not parse',
      (file) => put(file, '{ "mcpServers": { }'),
      'FILE cannot be read: line 1, column 20: close brace expected.\nCorrect the file there and run this again, or make the change by hand (--print shows the entry). Nothing was changed.',
    ],
    [
      'a folder where the file should be',
      async (file) => void (await mkdir(file, { recursive: true })),
      'Cannot read FILE: it is a folder (EISDIR).\nMove the folder away, or name a file.',
    ],
    [
      'a file where the folder should be',
      (file) => put(path.dirname(file), 'x'),
      'Cannot create the folder /T/project/.cursor: a file is in its place.\nMove that file away and run this again.',
    ],
    [
      'a link that leads out of the project',
      async (file) => {
        const outside = path.join(path.dirname(file), '..', '..', 'outside.json');
        await put(outside, '{}');
        await mkdir(path.dirname(file));
        await symlink(outside, file);
      },
      'FILE is not inside /T/project: a symbolic link leads out of it.\nRemove the link, or use --scope user where the client has one.',
    ],
  ])('refuses %s, and changes nothing', async (_, prepare, refusal) => {
    const host = await temporaryHost();
    const file = path.join(host.place.root, '.cursor', 'mcp.json');
    await prepare(file);
    const before = await tree(host.folder);
    const said = await failure(() => install({ client: 'cursor', scope: 'project', ...host }));
    expect(host.neutral(said.replaceAll(file, 'FILE'))).toBe(refusal);
    expect(await tree(host.folder)).toEqual(before);
  });

  it('refuses a root that is not there, or no folder', async () => {
    const host = await temporaryHost();
    const at = (root: string) =>
      install({ client: 'cursor', ...host, place: { ...host.place, root } });
    await writeFile(path.join(host.folder, 'file'), '');
    expect(
      host.neutral(await failure(() => at(path.join(host.folder, 'gone')))),
    ).toMatchInlineSnapshot(`
      "There is no folder /T/gone.
      Name the folder of your repository with --root."
    `);
    expect(
      host.neutral(await failure(() => at(path.join(host.folder, 'file')))),
    ).toMatchInlineSnapshot(`
      "/T/file is not a folder.
      Name the folder of your repository with --root."
    `);
  });
});

function data(name: ClientName, text: string): Record<string, unknown> {
  const body = text.replace('\uFEFF', '');
  if (clients[name].format === 'toml') return JSON.parse(JSON.stringify(parseToml(body)));
  const root = parseTree(body, [], { allowTrailingComma: true });
  return structuredClone(root && getNodeValue(root));
}

async function tree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return `${file} ${(await readFile(file)).toString('hex')}`;
    }),
  );
}
