import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { contextFixture } from './testing/context-fixture.ts';
import { storeContract } from './testing/store-contract.ts';

describe.each(['sqlite', 'memory'])('items in the %s store', (backend) => storeContract(backend));

it('a store on LanceDB says how to install it', async () => {
  const settings = { storage: { backend: 'lancedb' } };
  await expect(contextFixture({ settings })).rejects.toMatchObject({
    message: expect.stringContaining('not installed'),
    hint: expect.stringContaining('npm install @lancedb/lancedb'),
  });
});

it('the folder of a memory keeps itself out of git when it is new, and is left alone otherwise', async () => {
  const { folder = '' } = await contextFixture();
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  const root = scratchFolder();
  mkdirSync(path.join(root, 'notes'));
  writeFileSync(path.join(root, 'notes/of-people.md'), 'Shared');
  await contextFixture({ root, settings: { storage: { path: 'notes' } } });
  expect(existsSync(path.join(root, 'notes/.gitignore'))).toBe(false);
});
