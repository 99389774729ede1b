import { open, rm, stat, statfs } from 'node:fs/promises';
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
  // What is put aside must not be the last there is.
  if ((await freeBytes(folder)) < 2 * reserveBytes) return;
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

/** A database cannot even be opened without a little room beside it. */
const roomToOpen = 262_144;

/** Gives the room up on a disk so full that nothing could be opened on it. */
export async function releaseReserveIfFull(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < roomToOpen) await releaseReserve(folder);
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export async function releaseReserve(folder: string): Promise<void> {
  await rm(reserveFile(folder), { force: true }).catch(() => undefined);
}
