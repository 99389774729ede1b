import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clients } from './clients.ts';
import { openConfig, replaceConfig } from './config-file.ts';
import { unsafeEdit } from './document.ts';
import { busy, install } from './install.ts';
import { failure, put, temporaryHost } from './testing/temporary-host.ts';

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
      'FILE cannot be read: line 1, column 20: a closing } is missing.\nCorrect the file there and run this again, or make the change by hand (--print shows the entry). Nothing was changed.',
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

describe('another program at work on the file', () => {
  it('is not written over', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.home, '.claude.json');
    await put(file, '{}');
    const config = await openConfig(clients.claude, 'user', [file], host.place);
    await writeFile(file, '{ "theirs": 1 }');
    expect(await replaceConfig(config, '{ "ours": 1 }')).toBe('changed');
    expect(await readdir(host.place.home)).toEqual(['.claude.json']);
    expect(await readFile(file, 'utf8')).toBe('{ "theirs": 1 }');
  });

  it('ends in a refusal when it does not stop', async () => {
    const refusal = await failure(() => {
      throw busy('Claude Code');
    });
    expect(refusal).toMatchInlineSnapshot(`
      "The file was changed again and again while it was being edited.
      Close Claude Code and run this again. Nothing was changed."
    `);
  });
});

it('says what to do when an edit would touch more than our entry', async () => {
  const refusal = await failure(() => {
    throw unsafeEdit('mcp.json');
  });
  expect(refusal).toMatchInlineSnapshot(`
    "mcp.json is written in a way that cannot be edited safely.
    Make the change by hand (--print shows the entry). Nothing was changed."
  `);
});

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
