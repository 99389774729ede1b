import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import { copyFolder } from './copy-folder.ts';

it('copies a folder that loses files meanwhile, in place of what was there', async () => {
  const root = scratchFolder();
  const [from, to] = [path.join(root, 'from'), path.join(root, 'to')];
  mkdirSync(from);
  mkdirSync(to);
  writeFileSync(path.join(to, 'old.txt'), 'old');
  const files = Array.from({ length: 500 }, (_, n) => path.join(from, `${n}.txt`));
  for (const file of files) writeFileSync(file, 'x');
  const copied = copyFolder(from, to);
  await new Promise((wake) => setImmediate(wake));
  for (const file of files.slice(1)) rmSync(file);
  await copied;
  expect(readFileSync(path.join(to, '0.txt'), 'utf8')).toBe('x');
  expect(() => readFileSync(path.join(to, 'old.txt'))).toThrow('ENOENT');
});

it('says what is missing when it stays missing', async () => {
  const root = scratchFolder();
  await expect(copyFolder(path.join(root, 'none'), path.join(root, 'to'))).rejects.toThrow('none');
});
