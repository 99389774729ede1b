import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { projectAbove } from './project-above.ts';

function folders() {
  const root = scratchFolder();
  const inner = path.join(root, 'packages', 'a');
  mkdirSync(inner, { recursive: true });
  writeFileSync(path.join(root, 'ralph.yaml'), '');
  return { root, inner };
}

it('finds the project that a folder lies in', () => {
  const { root, inner } = folders();
  expect(projectAbove(inner)).toBe(root);
  expect(projectAbove(path.dirname(inner))).toBe(root);
  expect(projectAbove(root)).toBeUndefined();
});

it('leaves a folder alone that is set up itself, or is a repository of its own', () => {
  const own = folders().inner;
  writeFileSync(path.join(own, 'ralph.yaml'), '');
  expect(projectAbove(own)).toBeUndefined();
  const repository = folders().inner;
  mkdirSync(path.join(repository, '.git'));
  expect(projectAbove(repository)).toBeUndefined();
});
