import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { makeFolder } from './make-folder.ts';

it.each([
  { left: 'nothing', leave: () => undefined },
  { left: 'an empty folder', leave: (folder: string) => mkdirSync(folder, { recursive: true }) },
  {
    left: 'an empty .gitignore',
    leave: (folder: string) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, '.gitignore'), '');
    },
  },
])('keeps a folder out of git where a killed process left $left', async ({ leave }) => {
  const folder = path.join(scratchFolder(), '.agent', 'context');
  leave(folder);
  await makeFolder(folder);
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
});

it.each([
  { file: 'notes.md', text: 'shared with others' },
  { file: '.gitignore', text: '*.db\n' },
])('leaves a folder with $file as it is', async ({ file, text }) => {
  const folder = scratchFolder();
  writeFileSync(path.join(folder, file), text);
  await makeFolder(folder);
  expect(readdirSync(folder)).toEqual([file]);
  expect(readFileSync(path.join(folder, file), 'utf8')).toBe(text);
});
