import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryForTheLoop } from '../for-the-loop.ts';
import { storeItems } from '../store-items.ts';
import { iterationFixture } from '../testing/iteration-fixture.ts';
import { servicesFixture } from '../testing/services-fixture.ts';
import { itemStore } from './items.ts';
import { databaseFile } from './place.ts';

async function memoryWithNote() {
  const { services } = servicesFixture();
  const context = await services.context();
  const note = {
    content: 'Deploy with make release.',
    content_type: 'skill',
    source: 'user',
  } as const;
  const [stored] = await storeItems(context, [note]);
  const folder = context.folder ?? '';
  return { services, folder, file: databaseFile(folder), id: stored?.id ?? '' };
}

function removeFile(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('context.db')) rmSync(path.join(folder, name));
  }
}

describe('a memory whose file is taken away while it is open', () => {
  it('says so, keeps what it held, and can be used again when that is put back', async () => {
    const { services, folder, file, id } = await memoryWithNote();
    removeFile(folder);
    mkdirSync(file);
    const problems: string[] = [];
    const memory = memoryForTheLoop(services);
    const told = { onProblem: (reason: string) => problems.push(reason) };
    expect(await memory.record(iterationFixture(), told)).toBeUndefined();
    expect(problems.join()).toContain('was removed or replaced while it was in use');
    // From now on it is what is there: a folder, and what to do about it.
    await expect(services.context()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is a folder, where a database should be'),
      hint: expect.stringContaining('mv '),
    });
    const [saved = ''] = readdirSync(folder).filter((name) => name.startsWith('saved-'));
    expect(problems.join()).toContain(saved);
    rmSync(file, { recursive: true });
    renameSync(path.join(folder, saved), file);
    const again = await services.context();
    expect(await itemStore(again.database.kysely).find(id)).toMatchObject({ id });
  });

  it('goes on with a new one where nothing stands in the way', async () => {
    const { services, folder } = await memoryWithNote();
    removeFile(folder);
    await expect(services.context()).rejects.toThrow('What it held is saved in');
    expect(await memoryForTheLoop(services).record(iterationFixture())).toMatchObject({
      id: expect.any(String),
    });
  });
});
