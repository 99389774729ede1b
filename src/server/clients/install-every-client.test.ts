import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { clientNames, clients, filesOf } from './clients.ts';
import { backupsOf } from './config-file.ts';
import { install } from './install.ts';
import { parsed } from './testing/parsed.ts';
import { put, temporaryHost } from './testing/temporary-host.ts';
import { uninstall } from './uninstall.ts';

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
    const [was, is] = [parsed(name, before), parsed(name, after)];
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

    expect(await uninstall({ client: name, ...host })).toMatchObject({
      action: 'removed',
      file,
    });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await uninstall({ client: name, ...host })).toMatchObject({ action: 'absent' });
  });

  it.each(clientNames)('%s, a file that cannot be parsed is left alone', async (name) => {
    const host = await temporaryHost();
    const [file = ''] = filesOf(name, clients[name].defaultScope, host.place);
    const broken = '{ "mcpServers": { "a": [unclosed\n';
    await put(file, broken);
    await expect(install({ client: name, ...host })).rejects.toThrow(file);
    expect(await readFile(file, 'utf8')).toBe(broken);
    expect(await backupsOf(file)).toEqual([]);
  });

  it.each(clientNames)('%s, no file and no folder', async (name) => {
    const host = await temporaryHost();
    const change = await install({ client: name, ...host });
    expect(change.action).toBe('installed');
    expect(change.backup).toBeUndefined();
    const text = await readFile(change.file, 'utf8');
    expect(parsed(name, text)).toEqual({ [clients[name].parent]: { ralph: change.entry } });
    expect(change.notes.length).toBeGreaterThan(0);
  });

  it.each(clientNames)('%s, shown instead of written', async (name) => {
    const host = await temporaryHost();
    const change = await install({ client: name, ...host, print: true });
    expect(parsed(name, change.snippet ?? '')).toEqual({
      [clients[name].parent]: { ralph: change.entry },
    });
    expect(await readdir(host.place.home)).toEqual([]);
    expect(await readdir(host.place.root)).toEqual([]);
  });
});
