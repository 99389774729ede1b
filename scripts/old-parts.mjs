import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes parts that no build has used for so long. What the build before this one used is old only from now on, however
 * long ago it was built: a server that runs from it loads a part when it first needs it.
 */
export function removeOldParts({ folder, current, previous, keepMs, now = Date.now() }) {
  const keep = new Set(current);
  const justReplaced = new Set(previous);
  for (const part of readdirSync(folder)) {
    if (keep.has(part)) continue;
    const file = path.join(folder, part);
    // Another build may be removing the same.
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) continue;
    if (keepMs > 0 && justReplaced.has(part)) utimesSync(file, now / 1000, now / 1000);
    else if (now - found.mtimeMs > keepMs || keepMs === 0) rmSync(file, { force: true });
  }
}
