import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Enough to empty the database's log into its file, and for a few deletions after that. */
const reserveBytes = 1_048_576;

function reserveFile(folder: string): string {
  return path.join(folder, 'reserve');
}

/** Puts a little room aside, so that a full disk can still be tidied. */
export async function keepReserve(folder: string): Promise<void> {
  const file = reserveFile(folder);
  const existing = await stat(file).catch(() => undefined);
  if (existing && existing.size >= reserveBytes) return;
  try {
    const handle = await open(file, 'w');
    try {
      await handle.writeFile(Buffer.alloc(reserveBytes, 0x2e));
    } finally {
      await handle.close();
    }
  } catch {
    // A disk that is full already has no room to put aside.
    await rm(file, { force: true }).catch(() => undefined);
  }
}

export async function releaseReserve(folder: string): Promise<void> {
  await rm(reserveFile(folder), { force: true }).catch(() => undefined);
}
