import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../base/files.ts';
import { resolveInside } from '../../base/paths.ts';
import { archiveFolder } from '../store/place.ts';
import { type BookPlace, readBook } from './book-file.ts';
import type { BookOperation } from './operations.ts';

const mostKept = 20;
const fileName = /^skillbook-[0-9a-f]{16}\.json$/;

/**
 * Copies the book into the archives before skills leave it or are worded anew: an agent may be wrong about what is
 * wrong, and ACE's REMOVE leaves no trace.
 */
export async function keepBook(
  place: BookPlace,
  operations: readonly BookOperation[],
): Promise<void> {
  if (!operations.some(({ type }) => type === 'REMOVE' || type === 'UPDATE')) return;
  const text = (await readBook(place))?.text;
  if (text === undefined) return;
  const folder = archiveFolder(await resolveInside(place.root, place.lockFolder));
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(path.join(folder, `skillbook-${hash}.json`), text);
  await forgetOldest(folder);
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => fileName.test(name));
  if (names.length <= mostKept) return;
  const times = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const oldest = times.sort((a, b) => a.time - b.time).slice(0, -mostKept);
  for (const { name } of oldest) await rm(path.join(folder, name), { force: true });
}
