import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './file-errors.ts';

/** Makes a folder and those above it. Fails with the system's own error, as `fileError` takes it. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    throw (await obstacle(folder, thrown)) ?? thrown;
  }
}

/** Node.js says ENOENT where a read-only disk refused; the nearest folder that is there knows better. */
async function obstacle(folder: string, thrown: unknown): Promise<unknown> {
  if (errorCode(thrown) !== 'ENOENT') return undefined;
  for (let above = path.dirname(path.resolve(folder)); ; above = path.dirname(above)) {
    const refused = await access(above, constants.W_OK).catch((reason: unknown) => reason);
    if (errorCode(refused) !== 'ENOENT') return refused;
    if (above === path.dirname(above)) return undefined;
  }
}
