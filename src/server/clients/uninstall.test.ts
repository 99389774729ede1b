import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientName, clientNames, filesOf } from './clients.ts';
import { install } from './install.ts';
import { jsonDocument, tomlDocument } from './testing/documents.ts';
import { failure, put, temporaryHost } from './testing/temporary-host.ts';
import { uninstall } from './uninstall.ts';

describe('uninstalling', () => {
  it.each<[ClientName, fc.Arbitrary<string>]>([
    ['cursor', jsonDocument('mcpServers')],
    ['codex', tomlDocument],
  ])('gives %s back the bytes it had, whatever they were', async (client, documents) => {
    const host = await temporaryHost();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(documents, fc.boolean(), async (before, twice) => {
        const place = { ...host.place, home: path.join(host.folder, `home-${run++}`) };
        const request = { client, scope: 'user', program: host.program, place } as const;
        const [file = ''] = filesOf(client, 'user', place);
        await put(file, before);
        await install(request);
        if (twice) await install({ ...request, place: { ...place, root: host.folder } });
        expect((await uninstall(request)).action).toBe('removed');
        expect(await readFile(file, 'utf8')).toBe(before);
      }),
      { numRuns: 25 },
    );
  });

  it.each(clientNames)('deletes a file that only %s’s entry was in', async (client) => {
    const host = await temporaryHost();
    const { file } = await install({ client, ...host });
    const change = await uninstall({ client, ...host });
    expect(change).toMatchObject({ action: 'removed', file });
    expect(change.notes).toEqual(['The file held nothing else and was deleted.']);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect(await uninstall({ client, ...host })).toMatchObject({ action: 'absent' });
  });

  it('keeps what was added to the file since', async () => {
    const host = await temporaryHost();
    const { file } = await install({ client: 'gemini', ...host });
    const text = await readFile(file, 'utf8');
    const changed = text.replace(/}\n$/, '  , "theme": "x" // new\n}\n');
    await writeFile(file, changed);
    const { backup = '' } = await uninstall({ client: 'gemini', ...host });
    expect(await readFile(backup, 'utf8')).toBe(changed);
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "{
        "mcpServers": {
        }
        , "theme": "x" // new
      }
      "
    `);
  });

  it('keeps a link, and the file it leads to', async () => {
    const host = await temporaryHost();
    const real = path.join(host.folder, 'real.json');
    const link = path.join(host.place.home, '.claude.json');
    await symlink(real, link);
    await install({ client: 'claude', scope: 'user', ...host });
    await uninstall({ client: 'claude', ...host });
    expect(await readFile(link, 'utf8')).toBe('{\n  "mcpServers": {\n  }\n}\n');
  });

  it('finds the scope, and says when the other has it too', async () => {
    const host = await temporaryHost();
    await install({ client: 'vscode', scope: 'user', ...host });
    expect(await uninstall({ client: 'vscode', ...host })).toMatchObject({
      scope: 'user',
      action: 'removed',
    });
    await install({ client: 'vscode', scope: 'user', ...host });
    await install({ client: 'vscode', scope: 'project', ...host });
    const change = await uninstall({ client: 'vscode', ...host });
    expect(change).toMatchObject({ scope: 'project', action: 'removed' });
    expect(change.notes.at(-1)).toMatchInlineSnapshot(
      `"It is also in the user file: ralph mcp uninstall vscode --scope user."`,
    );
  });

  it('shows and changes nothing when asked to', async () => {
    const host = await temporaryHost();
    const { file, entry } = await install({ client: 'codex', ...host });
    const before = await readFile(file, 'utf8');
    const change = await uninstall({ client: 'codex', ...host, print: true });
    expect(change).toMatchObject({ action: 'printed', file, entry });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('leaves another program’s entry', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.root, '.mcp.json');
    const before = '{"mcpServers":{"ralph":{"url":"https://else.example.com/mcp"}}}';
    await put(file, before);
    const refusal = await failure(() => uninstall({ client: 'claude', ...host }));
    expect(host.neutral(refusal)).toMatchInlineSnapshot(`
      "The "ralph" in /T/project/.mcp.json is not this program: {"url":"https://else.example.com/mcp"}
      If it is not wanted, remove it by hand. Nothing was changed."
    `);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('refuses a file it cannot read', async () => {
    const host = await temporaryHost();
    await put(path.join(host.place.home, '.codex', 'config.toml'), 'a = \n');
    const refusal = await failure(() => uninstall({ client: 'codex', ...host }));
    expect(host.neutral(refusal)).toMatchInlineSnapshot(`
      "/T/home/.codex/config.toml cannot be read: line 1, column 5: invalid value.
      Correct the file there and run this again, or make the change by hand (--print shows the entry). Nothing was changed."
    `);
  });
});
