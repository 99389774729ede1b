import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeOldParts } from '../scripts/old-parts.mjs';
import { scratchFolder } from './support/scratch-folder.ts';

const day = 24 * 3_600_000;
const now = Date.parse('2026-03-10T12:00:00Z');

function parts(ages: Readonly<Record<string, number>>) {
  const folder = scratchFolder();
  for (const [name, days] of Object.entries(ages)) {
    const file = path.join(folder, name);
    const at = (now - days * day) / 1000;
    writeFileSync(file, '');
    utimesSync(file, at, at);
  }
  return folder;
}

it('parts are kept for a day after the build that replaces them, however old they are', () => {
  const folder = parts({ 'before.cjs': 9, 'shared.cjs': 9, 'older.cjs': 9, 'lately.cjs': 0.5 });
  const first = { current: ['shared.cjs'], previous: ['before.cjs', 'shared.cjs'], keepMs: day };
  removeOldParts({ folder, ...first, now });
  expect(readdirSync(folder).sort()).toEqual(['before.cjs', 'lately.cjs', 'shared.cjs']);
  const next = { current: ['shared.cjs'], previous: ['shared.cjs'], keepMs: day };
  removeOldParts({ folder, ...next, now: now + 0.9 * day });
  expect(readdirSync(folder).sort()).toEqual(['before.cjs', 'shared.cjs']);
  removeOldParts({ folder, ...next, now: now + 1.1 * day });
  expect(readdirSync(folder)).toEqual(['shared.cjs']);
});

it('none but those of the build are packed', () => {
  const folder = parts({ 'before.cjs': 0, 'current.cjs': 0 });
  removeOldParts({ folder, current: ['current.cjs'], previous: ['before.cjs'], keepMs: 0, now });
  expect(readdirSync(folder)).toEqual(['current.cjs']);
});
