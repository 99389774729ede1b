import path from 'node:path';
import type { Kept } from './keep-work.ts';
import type { KeptWork } from './kept-work.ts';
import type { RawPath } from './raw-path.ts';
import type { Snapshot } from './snapshot.ts';

/** Where kept work is, and the command that brings it back into the working tree. */
export function howToRecover(
  snapshot: Snapshot,
  { name, refs, folder }: KeptWork,
  ownerless: readonly RawPath[],
): Kept {
  const ref = `refs/ralph/${name}`;
  const absolute = folder === null ? undefined : path.join(snapshot.scratch, folder);
  const commands = refs.map(({ work_tree }) => {
    const git = work_tree === snapshot.root ? 'git' : `git -C ${shellWord(work_tree)}`;
    return `${git} diff --binary ${ref}~1 ${ref} | ${git} apply`;
  });
  if (absolute !== undefined && ownerless.length > 0) {
    commands.push(`cp -R ${shellWord(`${absolute}/files/.`)} ${shellWord(snapshot.top)}`);
  }
  const where = [...(refs.length > 0 ? [ref] : []), ...(absolute === undefined ? [] : [absolute])];
  const how = commands.length === 0 ? 'copy what you want from there' : commands.join(' && ');
  return {
    ...(refs.length > 0 ? { ref } : {}),
    ...(absolute === undefined ? {} : { folder: absolute }),
    how_to_recover: `The work is kept in ${where.join(' and ')}; to take it back: ${how}`,
  };
}

export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
