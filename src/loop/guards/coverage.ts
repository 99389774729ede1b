import { UserError } from '../../base/errors.ts';
import type { Entry } from './entry.ts';
import { type RawPath, shownPath } from './raw-path.ts';
import type { NotCovered } from './snapshot.ts';

const mebibyte = 1024 * 1024;

/** How much is copied of what git does not have. */
export interface Limits {
  /** Ignored files: build results and downloads as much as a person's own notes. */
  readonly ignoredFile: number;
  readonly ignoredTotal: number;
  /** Everything else that is not in git, in all. */
  readonly ownTotal: number;
}

export const defaultLimits: Limits = {
  ignoredFile: 5 * mebibyte,
  ignoredTotal: 200 * mebibyte,
  ownTotal: 1024 * mebibyte,
};

export interface Coverage {
  /** Files that are watched by their stat only. */
  readonly uncovered: ReadonlySet<RawPath>;
  readonly notCovered: readonly NotCovered[];
}

/**
 * Which of the files that git does not have are too much to copy. Only ignored ones may be left out: git is asked
 * which they are, and only once there is a need to know.
 */
export async function chooseCoverage(
  untracked: ReadonlyMap<RawPath, Entry>,
  limits: Limits,
  askIgnored: (paths: readonly RawPath[]) => Promise<ReadonlySet<RawPath>>,
): Promise<Coverage> {
  const uncovered = new Set<RawPath>();
  const notCovered: NotCovered[] = [];
  const leaveOut = (path: RawPath, why: string): void => {
    uncovered.add(path);
    notCovered.push({ path: shownPath(path), why });
  };
  const large = [...untracked].filter(([, entry]) => entry.size > limits.ignoredFile);
  for (const path of await askIgnored(large.map(([name]) => name))) {
    leaveOut(path, `ignored by git and larger than ${inMegabytes(limits.ignoredFile)}`);
  }
  const rest = [...untracked].filter(([path]) => !uncovered.has(path));
  if (total(rest) <= Math.min(limits.ignoredTotal, limits.ownTotal))
    return { uncovered, notCovered };

  const ignored = await askIgnored(rest.map(([path]) => path));
  let copied = 0;
  for (const [path, entry] of rest) {
    if (!ignored.has(path)) continue;
    copied += entry.size;
    if (copied > limits.ignoredTotal) {
      leaveOut(path, `more than ${inMegabytes(limits.ignoredTotal)} of ignored files`);
    }
  }
  refuseTooMuch(
    rest.filter(([path]) => !ignored.has(path)),
    limits,
  );
  return { uncovered, notCovered };
}

function refuseTooMuch(own: readonly (readonly [RawPath, Entry])[], limits: Limits): void {
  const size = total(own);
  if (size <= limits.ownTotal) return;
  const largest = [...own]
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, 3)
    .map(([path, entry]) => `${shownPath(path)} (${inMegabytes(entry.size)})`);
  throw new UserError(
    `Files that are not in git take ${inMegabytes(size)}, more than the ${inMegabytes(limits.ownTotal)} that a snapshot copies. The largest: ${largest.join(', ')}.`,
    {
      hint: 'Commit them, list them in .gitignore, or move them out of the folder; then run again.',
    },
  );
}

function total(files: readonly (readonly [RawPath, Entry])[]): number {
  return files.reduce((sum, [, entry]) => sum + entry.size, 0);
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / mebibyte)} MB`;
}
