import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ignoreFile = '.gitignore';

/**
 * Makes the folder of a memory. One that is new keeps itself out of git: in a repository whose `.gitignore` does not
 * name it, an agent that commits everything would commit the memory as well. A folder that has something in it stays
 * as it is.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if (await isNew(folder)) await writeFile(path.join(folder, ignoreFile), '*\n');
  } catch {
    // Opening the database there says better what is wrong with the place.
  }
}

/** Whoever made it may have been killed before the line was in the file, or before there was a file. */
async function isNew(folder: string): Promise<boolean> {
  const [first, ...others] = await readdir(folder);
  if (first === undefined) return true;
  if (first !== ignoreFile || others.length > 0) return false;
  return (await readFile(path.join(folder, ignoreFile), 'utf8')) === '';
}
