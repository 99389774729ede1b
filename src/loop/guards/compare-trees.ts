import type { ChangeKind } from './change.ts';
import { type Entry, sameContent, sameEntry, type Tree } from './entry.ts';
import { byPath, type RawPath } from './raw-path.ts';

export interface TreeChange {
  readonly path: RawPath;
  readonly kind: ChangeKind;
  readonly from?: RawPath;
}

/** What differs between two looks at a tree, in the order of paths, with renames recognised by their content. */
export function compareTrees(before: Tree, after: Tree): TreeChange[] {
  const changes: TreeChange[] = [];
  const gone = new Map<RawPath, Entry>();
  const come = new Map<RawPath, Entry>();
  for (const [path, then] of before) {
    const now = after.get(path);
    if (!now) gone.set(path, then);
    else if (!sameEntry(then, now)) changes.push({ path, kind: kindOfChange(then, now) });
  }
  for (const [path, now] of after) if (!before.has(path)) come.set(path, now);
  changes.push(...takeRenames(gone, come));
  for (const path of gone.keys()) changes.push({ path, kind: 'deleted' });
  for (const path of come.keys()) changes.push({ path, kind: 'added' });
  return withoutImplied(changes, before, after).sort((a, b) => byPath(a.path, b.path));
}

function kindOfChange(then: Entry, now: Entry): ChangeKind {
  if (then.kind !== now.kind) return 'typechange';
  if (sameContent(then, now)) return 'mode';
  return then.kind === 'link' ? 'symlink' : 'modified';
}

function takeRenames(gone: Map<RawPath, Entry>, come: Map<RawPath, Entry>): TreeChange[] {
  const sources = new Map<string, RawPath[]>();
  for (const [path, entry] of gone) {
    if (entry.kind !== 'file' || entry.content === null || entry.size === 0) continue;
    sources.set(entry.content, [...(sources.get(entry.content) ?? []), path]);
  }
  const renames: TreeChange[] = [];
  for (const [path, entry] of come) {
    const from = entry.kind === 'file' ? sources.get(entry.content ?? '')?.shift() : undefined;
    if (from === undefined) continue;
    renames.push({ path, kind: 'renamed', from });
    gone.delete(from);
    come.delete(path);
  }
  return renames;
}

/** A folder that came or went is worth a line only when nothing in it has one. */
function withoutImplied(changes: readonly TreeChange[], before: Tree, after: Tree): TreeChange[] {
  const holding = new Set<RawPath>();
  for (const { path, from } of changes) {
    for (const name of from === undefined ? [path] : [path, from]) {
      for (let cut = name.lastIndexOf('/'); cut > 0; cut = name.lastIndexOf('/', cut - 1)) {
        holding.add(name.slice(0, cut));
      }
    }
  }
  return changes.filter(({ path, kind }) => {
    const entry = kind === 'deleted' ? before.get(path) : after.get(path);
    const comesOrGoes = kind === 'added' || kind === 'deleted';
    return !(comesOrGoes && entry?.kind === 'folder' && holding.has(path));
  });
}
