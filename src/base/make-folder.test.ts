import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'ralph-folders-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('makes every folder on the way, and none that is there', async () => {
  const deep = path.join(scratch, 'a/b/c');
  await makeFolder(deep);
  await makeFolder(deep);
  expect(existsSync(deep)).toBe(true);
});

test('a file in the way is called that', async () => {
  const file = path.join(scratch, 'file');
  writeFileSync(file, '');
  await expect(makeFolder(path.join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
