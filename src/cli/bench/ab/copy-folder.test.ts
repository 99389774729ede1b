import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import { copyFolder } from './copy-folder.ts';

it('tries again when something is not there, and leaves nothing of what was in its place', async () => {
  const root = scratchFolder();
  const [from, to] = [path.join(root, 'from'), path.join(root, 'to')];
  mkdirSync(to);
  writeFileSync(path.join(to, 'old.txt'), 'old');
  const copied = copyFolder(from, to);
  setTimeout(() => {
    mkdirSync(from);
    writeFileSync(path.join(from, 'new.txt'), 'new');
  }, 300);
  await copied;
  expect(readdirSync(to)).toEqual(['new.txt']);
});

it('says what is missing when it stays missing', async () => {
  const root = scratchFolder();
  await expect(copyFolder(path.join(root, 'none'), path.join(root, 'to'))).rejects.toThrow('none');
});
