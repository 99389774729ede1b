import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { listFolder } from './content-store.ts';
import { GitFailure, type GitPlace, joinNul, runGit } from './git.ts';
import { isBelow, rawPath } from './raw-path.ts';
import { walk } from './walk.ts';

/** Each ref by name: an object id, or `ref: NAME` for a symbolic one. */
export type Refs = ReadonlyMap<string, string>;

export interface RefChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** All refs, and HEAD as its file has it. */
export async function readRefs(place: GitPlace): Promise<Refs> {
  const answer = await runGit(
    ['for-each-ref', '--format=%(refname)%00%(objectname)%00%(symref)%00'],
    { place },
  );
  const refs = new Map<string, string>([['HEAD', readLine(path.join(place.gitDir, 'HEAD'))]]);
  const fields = answer.toString('latin1').split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [name, id, symbolic] = [fields[at]?.trimStart(), fields[at + 1], fields[at + 2]];
    if (name && id) refs.set(name, symbolic ? `ref: ${symbolic}` : id);
  }
  return refs;
}

/** The commit that HEAD leads to, or null in a repository without one. */
export function headOf(refs: Refs): string | null {
  let name = 'HEAD';
  for (let hops = 0; hops < 5; hops++) {
    const value = refs.get(name);
    if (!value?.startsWith('ref: ')) return value && /^[0-9a-f]{40,64}$/.test(value) ? value : null;
    name = value.slice('ref: '.length);
  }
  return null;
}

/** The branch that is checked out, by its whole name; nothing with a detached HEAD. */
export function branchOf(refs: Refs): string | undefined {
  return /^ref: (.+)$/.exec(refs.get('HEAD') ?? '')?.[1];
}

/**
 * How the refs differ, without those that are not for an iteration to answer for: Ralph's own, and what a fetch in
 * the background moves. A remote branch that is gone counts, because no fetch does that unasked.
 */
export function refChanges(before: Refs, after: Refs): RefChange[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !/^refs\/(?:ralph|prefetch)\//.test(name))
    .filter((name) => !name.startsWith('refs/remotes/') || !after.has(name))
    .map((name) => ({
      name,
      before: before.get(name) ?? null,
      after: after.get(name) ?? null,
    }))
    .filter((change) => change.before !== change.after)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Puts refs back where they were: deletions first, because a branch `a` cannot come back while `a/b` exists. */
export async function revertRefs(place: GitPlace, changes: readonly RefChange[]): Promise<void> {
  const deletions: string[] = [];
  const updates: string[] = [];
  for (const { name, before } of changes) {
    // HEAD is a file like others, and comes back with them.
    if (name === 'HEAD') continue;
    if (before === null) deletions.push(`option no-deref\0delete ${name}\0`);
    else if (!before.startsWith('ref: '))
      updates.push(`option no-deref\0update ${name}\0${before}\0`);
  }
  await updateRefs(place, deletions);
  await updateRefs(place, updates);
  for (const { name, before } of changes) {
    if (name !== 'HEAD' && before?.startsWith('ref: '))
      await runGit(['symbolic-ref', name, before.slice(5)], { place });
  }
}

async function updateRefs(place: GitPlace, commands: readonly string[]): Promise<void> {
  if (commands.length === 0) return;
  const input = joinNul(commands);
  try {
    await runGit(['update-ref', '--stdin', '-z'], { place, input });
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    // An agent that was killed at work leaves locks, or half a file, behind.
    await clearRefDebris(place.gitDir);
    await runGit(['update-ref', '--stdin', '-z'], { place, input });
  }
}

async function clearRefDebris(gitDir: string): Promise<void> {
  const refs = path.join(gitDir, 'refs');
  const { entries } = await walk(rawPath(refs), () => 'take');
  for (const [name, entry] of entries) {
    if (entry.kind !== 'file') continue;
    const file = Buffer.from(`${rawPath(refs)}/${name}`, 'latin1');
    const text = name.endsWith('.lock') ? '' : readFileSync(file, 'latin1');
    if (!/^(?:ref: \S|[0-9a-f]{40})/.test(text)) rmSync(file, { force: true });
  }
  rmSync(path.join(gitDir, 'packed-refs.lock'), { force: true });
}

/** Another working tree of the same repository, where a person or another run may be at work right now. */
export interface OtherWorktree {
  readonly name: string;
  /** Its branch, when it has one checked out. */
  readonly branch: string | null;
  readonly folder: string;
}

export function otherWorktrees(commonDir: string, gitDir: string): OtherWorktree[] {
  const admin = path.join(commonDir, 'worktrees');
  const linked = listFolder(admin)
    .map((name) => ({ name, at: path.join(admin, name) }))
    .filter(({ at }) => path.resolve(at) !== path.resolve(gitDir))
    .map(({ name, at }) => ({
      name,
      branch: checkedOutIn(at),
      folder: path.dirname(readLine(path.join(at, 'gitdir'))),
    }));
  if (path.resolve(commonDir) === path.resolve(gitDir)) return linked;
  return [
    { name: '', branch: checkedOutIn(commonDir), folder: path.dirname(commonDir) },
    ...linked,
  ];
}

/** Refs that belong to others: they are reported, and never moved. */
export function refsOfOthers(worktrees: readonly OtherWorktree[], top: string): Set<string> {
  return new Set(
    worktrees
      .filter(({ folder }) => !isBelow(rawPath(top), rawPath(folder)))
      .flatMap(({ branch }) => (branch === null ? [] : [branch])),
  );
}

/** The branch that a working tree has checked out, by its git folder. */
export function checkedOutIn(gitDir: string): string | null {
  return /^ref: (refs\/\S+)/.exec(readLine(path.join(gitDir, 'HEAD')))?.[1] ?? null;
}

function readLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? '';
  } catch {
    return '';
  }
}
