import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readOnChange } from './files-signature.ts';

it('reads again when a file appears, changes or goes, when reading failed, and not else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ralph-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ralph.yaml');
  let reads = 0;
  let fails = false;
  const settings = readOnChange([file], async () => {
    reads++;
    if (fails) throw new Error('broken');
    return reads;
  });
  expect([await settings(), await settings()]).toEqual([1, 1]);
  writeFileSync(file, 'a: 1');
  expect([await settings(), await settings()]).toEqual([2, 2]);
  fails = true;
  writeFileSync(file, 'a: [');
  await expect(settings()).rejects.toThrow('broken');
  await expect(settings()).rejects.toThrow('broken');
  expect(reads).toBe(4);
  fails = false;
  rmSync(file);
  expect(await settings()).toBe(5);
});
