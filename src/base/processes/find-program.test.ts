import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProgram, temporaryFolder } from '../../loop/testing/temporary-folder.ts';
import { findProgram } from './find-program.ts';

describe('findProgram', () => {
  const root = temporaryFolder({ 'not-a-program': '', 'folder/tool/': '' });
  const first = path.join(root, 'first');
  const second = path.join(root, 'second');
  fakeProgram(first, 'both');
  fakeProgram(second, 'both');
  fakeProgram(second, 'later');
  fakeProgram(path.join(root, 'node_modules/.bin'), 'jest');
  fakeProgram(path.join(root, 'scripts'), 'check.sh');
  chmodSync(fakeProgram(first, 'locked'), 0o644);
  const env = { PATH: `${first}::relative/bin:"${second}":/does/not/exist` };

  it.each([
    ['both', 'first/both'],
    ['later', 'second/later'],
    ['jest', 'node_modules/.bin/jest'],
    ['scripts/check.sh', 'scripts/check.sh'],
    ['./scripts/check.sh', 'scripts/check.sh'],
    ['check.sh', undefined],
    ['locked', undefined],
    ['./not-a-program', undefined],
    ['./folder/tool', undefined],
    ['absent', undefined],
    ['../outside', undefined],
  ])('%s', async (word, expected) => {
    const found = await findProgram(word, { env, folder: root });
    expect(found && path.relative(root, found)).toBe(expected);
  });

  it('takes an absolute path', async () => {
    const file = path.join(second, 'later');
    expect(await findProgram(file, { env: {}, folder: '/' })).toBe(file);
  });

  it.each([
    ['tool', 'tool.cmd'],
    ['other', 'other.EXE'],
    ['tool.cmd', 'tool.cmd'],
    ['plain', undefined],
    ['strange', 'strange.ps1'],
  ])('knows the endings of Windows: %s', async (word, expected) => {
    const folder = temporaryFolder({
      'tool.cmd': '',
      'other.EXE': '',
      plain: '',
      'strange.ps1': '',
    });
    const windows = { Path: `${first};${folder}`, PathExt: '.EXE;.CMD;.PS1' };
    const found = await findProgram(word, { env: windows, folder: root, platform: 'win32' });
    expect(found && path.basename(found)).toBe(expected);
  });
});
