import type { RefChange } from './refs.ts';

export type ChangeKind =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'renamed'
  | 'mode'
  | 'typechange'
  | 'symlink';

/** One difference between a snapshot and now. Paths are for people and rules: relative to the root, UTF-8. */
export interface Change {
  readonly path: string;
  readonly kind: ChangeKind;
  /** The path differs between the commit at the start and HEAD. */
  readonly was_committed: boolean;
  /** Where a renamed file was. */
  readonly from?: string;
  /** Git ignores the path: a build result, most often. */
  readonly ignored?: true;
  /** The absolute path that was really touched, when a link leads out of the root. */
  readonly outside?: string;
}

export interface Commit {
  readonly id: string;
  readonly subject: string;
}

/** Everything that is different from a snapshot. */
export interface Changes {
  readonly files: readonly Change[];
  /** Branches, tags, the stash and HEAD. */
  readonly refs: readonly RefChange[];
  /** Commits that HEAD has and the start had not, newest first. */
  readonly commits: readonly Commit[];
  /** The index would now make another commit than it did. */
  readonly index: boolean;
}

/** Whether there is nothing that a read-only iteration would have to answer for. */
export function isUntouched(changes: Changes): boolean {
  return changes.files.length === 0 && changes.refs.length === 0 && !changes.index;
}
