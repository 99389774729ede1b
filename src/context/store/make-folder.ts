import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the folder of a memory. One that is new keeps itself out of git: in a repository whose `.gitignore` does not
 * name it, an agent that commits everything would commit the memory as well. A folder that is there stays as it is.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) await writeFile(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // Opening the database there says better what is wrong with the place.
  }
}
