import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleFixture } from '../../test/support/bundle-fixture.ts';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { UserError } from './errors.ts';
import { fileError } from './file-errors.ts';
import { appendDurably, backupFile, readTextIfExists, writeFileAtomic } from './files.ts';

let folder = '';
beforeEach(() => {
  folder = scratchFolder();
});

const at = (name: string) => path.join(folder, name);
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
const refusal = async (action: Promise<unknown>) => {
  const thrown = await action.catch((error: unknown) => error);
  if (!(thrown instanceof UserError)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
};

describe('writeFileAtomic', () => {
  test('makes the file, its folders, and leaves nothing else', async () => {
    await writeFileAtomic(at('a/b/new.txt'), 'text');
    expect(await readFile(at('a/b/new.txt'), 'utf8')).toBe('text');
    expect(await readdir(at('a/b'))).toEqual(['new.txt']);
  });

  test('keeps the mode of the file it replaces, unless told otherwise', async () => {
    await writeFile(at('script.sh'), 'old');
    await chmod(at('script.sh'), 0o751);
    await writeFileAtomic(at('script.sh'), 'new');
    expect(await modeOf(at('script.sh'))).toBe(0o751);
    await writeFileAtomic(at('script.sh'), new TextEncoder().encode('newer'), { mode: 0o600 });
    expect(await modeOf(at('script.sh'))).toBe(0o600);
    expect(await readFile(at('script.sh'), 'utf8')).toBe('newer');
  });

  test('gives a new file exactly the mode asked for, whatever the umask', async () => {
    await writeFileAtomic(at('shared.txt'), 'x', { mode: 0o666 });
    expect(await modeOf(at('shared.txt'))).toBe(0o666);
  });

  test('writes through links, also relative ones in linked folders and ones that point at nothing yet', async () => {
    await mkdir(at('real/inner'), { recursive: true });
    await writeFile(at('real/target.txt'), 'old');
    await symlink('real/inner', at('linked'));
    await symlink('../target.txt', at('real/inner/link.txt'));
    await symlink('real/later.txt', at('dangling'));
    await writeFileAtomic(at('linked/link.txt'), 'new');
    await writeFileAtomic(at('dangling'), 'made');
    expect(await readFile(at('real/target.txt'), 'utf8')).toBe('new');
    expect(await readFile(at('real/later.txt'), 'utf8')).toBe('made');
    expect(await readlink(at('real/inner/link.txt'))).toBe('../target.txt');
    expect((await lstat(at('dangling'))).isSymbolicLink()).toBe(true);
  });

  test('cleans up after itself when it fails, and leaves the old content', async () => {
    await writeFile(at('kept.txt'), 'old');
    // Rubbish at run time, as a caller in plain JavaScript may pass it.
    await expect(writeFileAtomic(at('kept.txt'), Object.create(null))).rejects.toThrow();
    expect(await readFile(at('kept.txt'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['kept.txt']);
  });

  test('a reader at any moment sees one whole version', async () => {
    const versions = ['a'.repeat(200_000), 'b'.repeat(200_000)];
    await writeFileAtomic(at('busy.txt'), versions[0] ?? '');
    let writing = true;
    const writer = (async () => {
      for (let i = 0; i < 20; i++) await writeFileAtomic(at('busy.txt'), versions[i % 2] ?? '');
      writing = false;
    })();
    while (writing) expect(versions).toContain(await readFile(at('busy.txt'), 'utf8'));
    await writer;
  });

  test('refuses folders, devices, circles of links and files in the way, saying what to do', async () => {
    await mkdir(at('folder'));
    await writeFile(at('file'), '');
    await symlink('circle', at('circle'));
    const cases = {
      folder: 'it is a folder (EISDIR)',
      'file/below': 'a file stands where a folder is needed',
      circle: 'run in a circle',
      [`${'n'.repeat(300)}`]: 'name is too long',
    };
    for (const [name, says] of Object.entries(cases)) {
      const error = await refusal(writeFileAtomic(at(name), 'x'));
      expect(error.message).toContain(`Cannot write ${at(name)}`);
      expect(error.message).toContain(says);
      expect(error.hint).toMatch(/\.$/);
    }
    expect((await refusal(writeFileAtomic('/dev/null', 'x'))).message).toContain('a device');
  });
});

describe('readTextIfExists', () => {
  test('gives the text with its byte order mark, or undefined when there is no file', async () => {
    await writeFile(at('bom.txt'), '\uFEFFgrüße');
    expect(await readTextIfExists(at('bom.txt'))).toBe('\uFEFFgrüße');
    expect(await readTextIfExists(at('missing.txt'))).toBeUndefined();
    expect(await readTextIfExists(at('bom.txt/below'))).toBeUndefined();
  });

  test('refuses what is not text, and folders', async () => {
    await writeFile(at('latin1.txt'), Buffer.from([0x67, 0xfc]));
    expect((await refusal(readTextIfExists(at('latin1.txt')))).message).toContain('not UTF-8');
    expect((await refusal(readTextIfExists(folder))).message).toContain('it is a folder');
  });
});

describe('backupFile', () => {
  test('never overwrites an earlier copy, and the names sort by time', async () => {
    const clock = { now: () => new Date('2026-03-04T05:06:07.089Z') };
    await writeFile(at('ralph.yaml'), 'one', { mode: 0o640 });
    const copies: string[] = [];
    for (const content of ['one', 'two', 'three']) {
      await writeFile(at('ralph.yaml'), content);
      copies.push(await backupFile(at('ralph.yaml'), clock));
    }
    expect(copies[0]).toBe(at('ralph.yaml.20260304-050607-089.bak'));
    expect([...copies].sort()).toEqual(copies);
    expect(await Promise.all(copies.map((copy) => readFile(copy, 'utf8')))).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(await modeOf(copies[0] ?? '')).toBe(0o640);
  });

  test('says when there is nothing to copy', async () => {
    expect((await refusal(backupFile(at('missing')))).message).toMatch(
      /Cannot back up .*does not exist/,
    );
  });
});

describe('appendDurably', () => {
  test('adds whole lines and makes the file when it is missing', async () => {
    await appendDurably(at('logs/events.jsonl'), '{"n":1}');
    await appendDurably(at('logs/events.jsonl'), '{"n":2}\n{"n":3}\n');
    await appendDurably(at('logs/events.jsonl'), '');
    expect(await readFile(at('logs/events.jsonl'), 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  });

  test('ends the line that a killed writer left unfinished', async () => {
    await writeFile(at('events.jsonl'), '{"n":1}\n{"n":');
    await appendDurably(at('events.jsonl'), '{"n":3}');
    expect((await readFile(at('events.jsonl'), 'utf8')).split('\n')).toEqual([
      '{"n":1}',
      '{"n":',
      '{"n":3}',
      '',
    ]);
  });

  test('lines of several processes never mix, even when some are killed', async () => {
    const program = await bundleFixture('base/append-lines');
    onTestFinished(() => program.remove());
    const file = at('shared.jsonl');
    const finished = (child: ChildProcess) => new Promise((done) => child.once('close', done));
    const children = ['a', 'b', 'c', 'd'].map((name) =>
      spawn(process.execPath, [program.file, file, name], { stdio: 'inherit' }),
    );
    const ends = children.map(finished);
    await Promise.race(['a', 'b', 'c'].map((_, i) => ends[i]));
    children[3]?.kill('SIGKILL');
    await Promise.all(ends);
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const name of ['a', 'b', 'c']) {
      expect(lines.filter((line) => line.startsWith(`{"name":"${name}"`))).toEqual(
        Array.from({ length: 60 }, (_, i) => JSON.stringify({ name, i, pad: name.repeat(3000) })),
      );
    }
    // Of the killed one, whole lines and at most one that is cut off.
    const others = lines.filter((line) => line !== '' && !/^\{"name":"[abc]"/.test(line));
    expect(others.filter((line) => !line.endsWith('d"}')).length).toBeLessThanOrEqual(1);
  });

  test('a full disk is said to be full', async () => {
    const error = await refusal(appendDurably('/dev/full', 'line'));
    expect(error.message).toBe('Cannot append to /dev/full: the disk is full (ENOSPC).');
    expect(error.hint).toContain('Free some space');
  });
});

test.each([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  'EBUSY',
  'EMFILE',
  'EXYZ',
])('%s names the file and what to do', (code) => {
  const error = fileError(Object.assign(new Error('what it said'), { code }), 'write', 'a/b.txt');
  if (!(error instanceof UserError)) throw new Error('not a UserError');
  expect(error.message).toMatch(/^Cannot write a\/b\.txt: .+\(E[A-Z]+\)\.$/);
  expect(error.hint).toMatch(/^[A-Z].+\.$/);
});

test('a mistake in the program is not dressed up as one of the disk', () => {
  const bug = new TypeError('x is not a function');
  expect(fileError(bug, 'write', 'a')).toBe(bug);
});
