import type { Algorithm } from './content-id.ts';
import type { Tree } from './entry.ts';
import type { GitPlace } from './git.ts';
import { isBelow, type RawPath, rawPath, shownPath } from './raw-path.ts';
import type { Refs } from './refs.ts';

/** One repository as it was: the root's own, a submodule, or another that lies in its working tree. */
export interface RepositoryState {
  /** Its working tree, relative to the top of the snapshot; empty for the top itself. */
  readonly folder: RawPath;
  readonly place: GitPlace;
  readonly commonDir: string;
  /** The commit at the start, null when there was none. */
  readonly head: string | null;
  readonly refs: Refs;
  /** Files of its git folder by their bytes: HEAD, index, config, hooks, logs and whatever git keeps beside. */
  readonly control: Tree;
  /** Of a linked worktree: configuration and hooks, which it shares with the others. */
  readonly shared: Tree;
  /** Linked worktrees that existed. */
  readonly worktrees: readonly string[];
}

/** What a link out of the tree leads to, as far as it could be written to. */
export interface OutsideState {
  readonly link: RawPath;
  readonly target: RawPath;
  readonly tree: Tree;
}

export interface NotCovered {
  readonly path: string;
  readonly why: string;
}

/** A user's files and repository at one moment, with all that is needed to bring them back. */
export interface Snapshot {
  readonly id: string;
  readonly takenAt: string;
  readonly root: string;
  /** The top of the working tree that the root lies in, or the root itself. */
  readonly top: string;
  /** Where copies and records are kept. */
  readonly scratch: string;
  readonly algorithm: Algorithm;
  /** Every name below the top, relative to it. */
  readonly files: Tree;
  /** Folders of dependencies and caches that were not entered. */
  readonly skipped: readonly RawPath[];
  /** Folders that held a `.git`, whether or not git recognises it. */
  readonly gitFolders: readonly RawPath[];
  readonly repositories: readonly RepositoryState[];
  readonly outside: readonly OutsideState[];
  /** What could not be brought back if an iteration destroyed it. */
  readonly notCovered: readonly NotCovered[];
}

/** The repository that a path of the working tree belongs to: the innermost one. */
export function ownerOf(
  repositories: readonly RepositoryState[],
  path: RawPath,
): RepositoryState | undefined {
  let owner: RepositoryState | undefined;
  for (const repository of repositories) {
    const { folder } = repository;
    const holds = folder === '' || path.startsWith(`${folder}/`);
    if (holds && (!owner || folder.length > owner.folder.length)) owner = repository;
  }
  return owner;
}

/** A path of the working tree, seen from its repository. */
export function insideOwner(repository: RepositoryState, path: RawPath): RawPath {
  return repository.folder === '' ? path : path.slice(repository.folder.length + 1);
}

export function isLinkedWorktree(repository: RepositoryState): boolean {
  return repository.place.gitDir !== repository.commonDir;
}

/** A path as people and rules see it: relative to the root, with `../` for what lies above it. */
export function fromRoot({ top, root }: Pick<Snapshot, 'top' | 'root'>, path: RawPath): string {
  const prefix = rawPath(root).slice(rawPath(top).length + 1);
  if (prefix === '') return shownPath(path);
  if (isBelow(prefix, path)) return shownPath(path.slice(prefix.length + 1)) || '.';
  return '../'.repeat(prefix.split('/').length) + shownPath(path);
}
