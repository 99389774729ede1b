import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { ToolError, UserError } from './errors.ts';
import { openInside } from './open-inside.ts';
import { isInside, resolveInside, toRepoRelative } from './paths.ts';

let base = '';
let root = '';
let outside = '';

beforeAll(async () => {
  base = scratchFolder();
  root = path.join(base, 'root');
  outside = path.join(base, 'outside');
  await mkdir(path.join(root, 'src/deep'), { recursive: true });
  await mkdir(outside);
  await mkdir(path.join(base, 'root-evil'));
  await writeFile(path.join(root, 'src/a.ts'), 'inside');
  await writeFile(path.join(outside, 'secret.txt'), 'outside');
  const links: Record<string, string> = {
    'to-outside': outside,
    'to-outside-relative': '../outside',
    'to-outside-file': path.join(outside, 'secret.txt'),
    'to-parent': '..',
    'to-slash': '/',
    'to-missing-outside': path.join(outside, 'not-yet.txt'),
    'to-missing-folder': '../not-there/x',
    'to-sibling': path.join(base, 'root-evil'),
    'to-process': '/proc/self/root',
    chain1: 'chain2',
    chain2: 'chain3',
    chain3: '../outside',
    loop1: 'loop2',
    loop2: 'loop1',
    self: 'self',
    'src/up-and-out': '../../outside',
    'src/deep/inner': '../../to-outside',
    'inside-file': 'src/a.ts',
    'inside-folder': 'src/deep',
    'inside-missing': 'src/not-yet.ts',
    'inside-absolute': path.join(root, 'src'),
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, path.join(root, name));
  await symlink(root, path.join(base, 'root-link'));
});

afterAll(() => rm(base, { recursive: true, force: true }));

/** Each kind of escape, the path, and the part of the refusal that says which rule it broke. */
const escapes: ReadonlyArray<readonly [kind: string, userPath: () => string, rule: string]> = [
  ['parent', () => '../outside/secret.txt', 'leaves the root with ..'],
  ['parent alone', () => '..', 'leaves the root with ..'],
  ['many parents', () => '../'.repeat(50), 'leaves the root with ..'],
  ['parent in the middle', () => 'src/../../outside/secret.txt', 'leaves the root with ..'],
  [
    'parent behind a folder that does not exist',
    () => 'no/../../outside',
    'leaves the root with ..',
  ],
  ['out and back in', () => '../root/src/a.ts', 'leaves the root with ..'],
  ['parent with doubled slashes', () => 'src//..//..//outside', 'leaves the root with ..'],
  ['parent with dots between', () => './././../outside', 'leaves the root with ..'],
  ['Windows parent', () => '..\\outside\\secret.txt', 'leaves the root with ..'],
  ['mixed separators', () => 'src\\../..\\outside', 'leaves the root with ..'],
  ['absolute', () => '/etc/passwd', 'absolute path outside'],
  [
    'absolute, of a sibling whose name begins alike',
    () => `${root}-evil/x`,
    'absolute path outside',
  ],
  [
    'absolute, inside and out again',
    () => `${root}/../outside/secret.txt`,
    'absolute path outside',
  ],
  [
    'absolute, in other letter case',
    () => path.join(base, 'ROOT/src/a.ts'),
    'absolute path outside',
  ],
  ['absolute, through /proc', () => '/proc/self/cwd/../../etc/passwd', 'absolute path outside'],
  ['absolute with Windows separators', () => '\\etc\\passwd', 'absolute path outside'],
  ['drive letter', () => 'C:\\Windows\\win.ini', 'names a drive'],
  ['drive letter with slashes', () => 'c:/Windows/win.ini', 'names a drive'],
  ['drive-relative', () => 'C:secret.txt', 'names a drive'],
  ['UNC share', () => '\\\\server\\share\\x', 'network or device path'],
  ['UNC share with slashes', () => '//server/share/x', 'network or device path'],
  ['Windows long path', () => '\\\\?\\C:\\x', 'network or device path'],
  ['Windows device path', () => '\\\\.\\PhysicalDrive0', 'network or device path'],
  ['device name', () => 'src/NUL', 'device on Windows'],
  ['device name with extension', () => 'con.txt', 'device on Windows'],
  ['numbered device', () => 'logs/Com1.log', 'device on Windows'],
  ['numbered device in superscript', () => 'COM¹', 'device on Windows'],
  ['file stream', () => 'src/a.ts::$DATA', 'file stream'],
  ['file URL', () => 'file:///etc/passwd', 'is a URL'],
  ['web URL', () => 'https://example.test/x', 'is a URL'],
  ['home', () => '~/.ssh/id_rsa', 'starts with ~'],
  ['home of another user', () => '~root/.bashrc', 'starts with ~'],
  ['NUL', () => 'src/a.ts\0.png', 'control character'],
  ['line end', () => 'src/a.ts\n../../outside', 'control character'],
  ['empty', () => '', 'is empty'],
  ['blank', () => '   ', 'is empty'],
  ['trailing space', () => 'src/a.ts ', 'ends in a dot or space'],
  ['parent with a trailing space', () => '.. /outside', 'ends in a dot or space'],
  ['parent with a leading space', () => ' ../outside', 'ends in a dot or space'],
  ['three dots', () => '.../outside', 'ends in a dot or space'],
  ['trailing dot', () => 'src./a.ts', 'ends in a dot or space'],
  ['very long path', () => 'a/'.repeat(3000), 'longer than 4096'],
  ['very long name', () => 'a'.repeat(256), 'longer than 255'],
  ['link to a folder outside', () => 'to-outside/secret.txt', 'symbolic link'],
  ['link outside, new file', () => 'to-outside/new.txt', 'symbolic link'],
  ['link outside, new folders', () => 'to-outside/a/b/c.txt', 'symbolic link'],
  ['relative link outside', () => 'to-outside-relative/secret.txt', 'symbolic link'],
  ['link to a file outside', () => 'to-outside-file', 'symbolic link'],
  ['link to the parent', () => 'to-parent/outside/secret.txt', 'symbolic link'],
  ['link to the file system root', () => 'to-slash/etc/passwd', 'symbolic link'],
  ['link to a sibling whose name begins alike', () => 'to-sibling/x', 'symbolic link'],
  ['link through the process folder', () => 'to-process/etc/passwd', 'symbolic link'],
  ['dangling link', () => 'to-missing-outside', 'symbolic link'],
  ['dangling link, further on', () => 'to-missing-folder/y', 'symbolic link'],
  ['chain of links', () => 'chain1/secret.txt', 'symbolic link'],
  ['link in a folder below', () => 'src/up-and-out/secret.txt', 'symbolic link'],
  ['link to a link', () => 'src/deep/inner/secret.txt', 'symbolic link'],
  ['link inside, then a link outside', () => 'inside-folder/inner/secret.txt', 'symbolic link'],
  ['link through an absolute path inside', () => `${root}/to-outside/secret.txt`, 'symbolic link'],
  ['circle of links', () => 'loop1/x', 'circle'],
  ['link to itself', () => 'self', 'circle'],
];

describe('escape attempts are refused', () => {
  test('there are at least 30 kinds', () => {
    expect(new Set(escapes.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(escapes.map(([, userPath]) => userPath())).size).toBe(escapes.length);
  });

  test.each(escapes)('%s', async (_kind, userPath, rule) => {
    const thrown = await resolveInside(root, userPath()).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolError);
    if (!(thrown instanceof ToolError)) return;
    expect(thrown.code).toBe('invalid_argument');
    expect(thrown.message).toContain(rule);
    expect(thrown.hint).toMatch(/^[A-Z].*\.$/);
    await expect(openInside(root, userPath(), 'write')).rejects.toBeInstanceOf(ToolError);
    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('outside');
  });
});

const legitimate: ReadonlyArray<readonly [what: string, userPath: () => string, becomes: string]> =
  [
    ['a file', () => 'src/a.ts', 'src/a.ts'],
    ['the root', () => '.', '.'],
    ['a leading ./', () => './src/a.ts', 'src/a.ts'],
    ['a trailing slash', () => 'src/', 'src'],
    ['doubled slashes', () => 'src//a.ts', 'src/a.ts'],
    ['.. that stays inside', () => 'src/deep/../a.ts', 'src/a.ts'],
    ['Windows separators', () => 'src\\deep\\x.ts', 'src/deep/x.ts'],
    ['a file that does not exist yet', () => 'new/deep/file.txt', 'new/deep/file.txt'],
    ['an absolute path inside', () => path.join(root, 'src/a.ts'), 'src/a.ts'],
    ['a link to a file inside', () => 'inside-file', 'src/a.ts'],
    ['a link to a folder inside', () => 'inside-folder/x', 'src/deep/x'],
    ['a link to what is not there yet', () => 'inside-missing', 'src/not-yet.ts'],
    ['an absolute link inside', () => 'inside-absolute/a.ts', 'src/a.ts'],
    ['a hidden file', () => '.gitignore', '.gitignore'],
    ['names that begin with dots', () => '..hidden/...x', '..hidden/...x'],
    ['spaces', () => 'my docs/read me.md', 'my docs/read me.md'],
    ['a colon', () => 'logs/12:30.log', 'logs/12:30.log'],
    ['a tilde further on', () => './~backup/file~', '~backup/file~'],
    ['URL-encoded dots stay literal', () => '%2e%2e/%2e%2e%2fetc', '%2e%2e/%2e%2e%2fetc'],
    ['twice-encoded dots stay literal', () => '%252e%252e/x', '%252e%252e/x'],
    ['full-width dots and slashes stay literal', () => '．．／etc', '．．／etc'],
    [
      'look-alike dots and slashes stay literal',
      () => '\u2024\u2024\u2215etc',
      '\u2024\u2024\u2215etc',
    ],
    ['shell variables stay literal', () => '$HOME/x', '$HOME/x'],
    ['names that contain a device name', () => 'console/null.ts', 'console/null.ts'],
    ['other scripts', () => '文档/ملف.txt', '文档/ملف.txt'],
  ];

describe('legitimate paths are accepted', () => {
  test.each(legitimate)('%s', async (_what, userPath, becomes) => {
    const resolved = await resolveInside(root, userPath());
    expect(resolved).toBe(path.resolve(root, becomes));
    expect(toRepoRelative(root, resolved)).toBe(becomes);
  });

  test('a root that is itself reached through a link', async () => {
    const linked = path.join(base, 'root-link');
    const resolved = await resolveInside(linked, path.join(linked, 'src/a.ts'));
    expect(resolved).toBe(path.join(root, 'src/a.ts'));
    expect(toRepoRelative(linked, resolved)).toBe('src/a.ts');
    await expect(resolveInside(linked, 'to-outside/secret.txt')).rejects.toThrow('symbolic link');
  });

  test('a root that does not exist says so', async () => {
    const thrown = await resolveInside(path.join(base, 'nowhere'), 'x').catch((e: unknown) => e);
    expect(thrown).toBeInstanceOf(UserError);
    expect(String(thrown)).toContain('does not exist');
  });
});

test('isInside goes by whole names', () => {
  expect(isInside('/a/b', '/a/b')).toBe(true);
  expect(isInside('/a/b', '/a/b/..c')).toBe(true);
  expect(isInside('/a/b', '/a/b-c')).toBe(false);
  expect(isInside('/a/b', '/a')).toBe(false);
  expect(isInside('/', '/a')).toBe(true);
});

test('toRepoRelative refuses what lies outside', () => {
  expect(() => toRepoRelative(root, outside)).toThrow('lies outside the root');
});

describe('openInside', () => {
  test('reads, writes and appends', async () => {
    await using written = await openInside(root, 'opened.txt', 'write');
    await written.writeFile('a longer text');
    await using rewritten = await openInside(root, 'opened.txt', 'write');
    await rewritten.writeFile('short');
    await using appended = await openInside(root, 'opened.txt', 'append');
    await appended.writeFile('er');
    await using read = await openInside(root, 'opened.txt', 'read');
    expect(await read.readFile('utf8')).toBe('shorter');
  });

  test('refuses folders and pipes at once, and names a missing file', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path.join(root, 'pipe')]);
    await expect(openInside(root, 'src', 'read')).rejects.toThrow('not an ordinary file');
    await expect(openInside(root, 'pipe', 'read')).rejects.toThrow('not an ordinary file');
    await expect(openInside(root, 'nothing.txt', 'read')).rejects.toThrow('does not exist');
  });

  test('holds when a folder is swapped for a link again and again while files are opened', async () => {
    const folder = path.join(root, 'swapped');
    const aside = path.join(root, 'swapped-aside');
    await mkdir(folder);
    await writeFile(path.join(folder, 'secret.txt'), 'inside');
    let running = true;
    const swapper = (async () => {
      while (running) {
        await rename(folder, aside);
        await symlink(outside, folder);
        await rm(folder);
        await rename(aside, folder);
      }
    })();
    const seen = new Set<string>();
    for (let i = 0; i < 400; i++) {
      try {
        await using handle = await openInside(root, 'swapped/secret.txt', 'read');
        seen.add(await handle.readFile('utf8'));
      } catch (thrown) {
        // Refused, or the folder was away at that moment: both are fine, the outside text is not.
        expect(thrown instanceof ToolError || thrown instanceof UserError).toBe(true);
      }
    }
    running = false;
    await swapper;
    expect([...seen].filter((text) => text !== 'inside')).toEqual([]);
  });
});
