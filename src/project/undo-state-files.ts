import { readTextIfExists, writeFileAtomic } from '../base/files.ts';
import { resolveInside } from '../base/paths.ts';
import { stateFiles } from './state-files.ts';

/** Takes the notes of a session out of the state files, and leaves those of others where they are. How many there were. */
export async function removeEntriesOf(root: string, sessionId: string): Promise<number> {
  let removed = 0;
  for (const relative of Object.values(stateFiles)) {
    const file = await resolveInside(root, relative);
    for (;;) {
      const text = await readTextIfExists(file);
      const kept = text === undefined ? undefined : withoutEntriesOf(text, sessionId);
      if (!kept || kept.removed === 0) break;
      // Somebody may have added a line in the meantime.
      if ((await readTextIfExists(file)) !== text) continue;
      await writeFileAtomic(file, kept.text);
      removed += kept.removed;
      break;
    }
  }
  return removed;
}

/** An entry is a head that names its session, and the indented or empty lines below it. */
function withoutEntriesOf(
  text: string,
  sessionId: string,
): { readonly text: string; readonly removed: number } {
  let removed = 0;
  let inside = false;
  const kept = text.split(/(?<=\n)/).filter((line) => {
    if (/^\[[^\]]+\] /.test(line)) {
      inside = line.trimEnd().split(', ').includes(`session ${sessionId}`);
      if (inside) removed++;
    } else if (!/^(\s|$)/.test(line)) inside = false;
    return !inside;
  });
  return { text: kept.join(''), removed };
}
