import { withForwardSlashes } from '../../base/path-rules.ts';
import type { Change, ChangeKind } from './change.ts';

export interface Violation {
  readonly path: string;
  readonly why: string;
}

// Ignored by git everywhere, and still what a person would miss first.
const precious = /(?:^|\/)\.env(?:\.[^/]*)?$/;
const ownFolders = /^\.(?:ralph|agent)(?:\/|$)/;

/**
 * What an iteration changed and may not. `allowedPaths` are folders or files of the root, or globs with `*`, `**`
 * and `?`; without any, everything inside the root is allowed. Results of builds and tests, which git ignores, are
 * nobody's edits.
 */
export function violations(
  changes: readonly Change[],
  allowedPaths: readonly string[],
): Violation[] {
  const rules = allowedPaths.map(toRule);
  const everything = rules.length === 0;
  const found: Violation[] = [];
  for (const change of changes) {
    if (ownFolders.test(change.path)) continue;
    if (change.outside !== undefined && !(everything && change.kind === 'added')) {
      found.push({ path: change.path, why: `leads out of the root, to ${change.outside}` });
      continue;
    }
    if (everything || (change.ignored && !precious.test(change.path))) continue;
    for (const path of change.from === undefined ? [change.path] : [change.from, change.path]) {
      if (!rules.some((allows) => allows(path))) {
        found.push({ path, why: `${wordFor(change)}, and not in the allowed paths` });
      }
    }
  }
  return found;
}

const words: Partial<Record<ChangeKind, string>> = {
  mode: 'given another mode',
  typechange: 'replaced',
  symlink: 'pointed elsewhere',
};

function wordFor({ kind, was_committed }: Change): string {
  const word = words[kind] ?? kind;
  return was_committed ? `${word} and committed` : word;
}

type Rule = (path: string) => boolean;

function toRule(allowed: string): Rule {
  const written = withForwardSlashes(allowed)
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/+$/, '');
  if (written === '' || written === '.') return (path) => !path.startsWith('../');
  const glob = /[*?]/.test(written) ? toPattern(written) : undefined;
  // Taken as it is written first: names may hold the characters of a glob.
  return (path) => path === written || path.startsWith(`${written}/`) || glob?.test(path) === true;
}

/** A glob allows what it names and, if that is a folder, all that is in it. */
function toPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:[^/]+/)*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}(?:/.*)?$`, 's');
}
