import { realpathSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from './errors.ts';
import { errorCode, fileError } from './file-errors.ts';
import { type PathProblem, problemWithPath, withForwardSlashes } from './path-rules.ts';

const mostLinks = 40;

/**
 * The absolute path, free of symbolic links, that `userPath` names inside `root`, whether or not it exists.
 * Refuses whatever would leave the root. An absolute path is accepted when it points inside. Between this
 * answer and its use a link can still be swapped in: where others may be changing the folder at the same time,
 * use `openInside`.
 */
export async function resolveInside(root: string, userPath: string): Promise<string> {
  const realRoot = await realpath(root).catch((thrown: unknown) => {
    throw fileError(thrown, 'use the root', root);
  });
  const written = withForwardSlashes(userPath);
  const absolute = path.isAbsolute(written);
  const problem = problemWithPath(userPath, absolute);
  if (problem) throw refusal(userPath, problem);
  const relative = absolute
    ? insideName(root, realRoot, path.resolve(written))
    : path.normalize(written);
  if (relative === undefined) {
    throw refusal(userPath, {
      rule: 'is an absolute path outside the root',
      hint: 'Write a path relative to the root.',
    });
  }
  const physical = await followLinks(realRoot, relative, userPath);
  if (!isInside(realRoot, physical)) {
    throw refusal(userPath, {
      rule: 'leads out of the root through a symbolic link',
      hint: 'Name a file that really lies below the root, or remove the link.',
    });
  }
  return physical;
}

/** By the text of the two paths alone; equal counts as inside. */
export function isInside(root: string, absolute: string): boolean {
  const relative = path.relative(root, absolute);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path as stored and shown: relative to the root, with forward slashes on every system; `.` for the root. */
export function toRepoRelative(root: string, absolute: string): string {
  const relative = insideName(root, isInside(root, absolute) ? root : realpathSync(root), absolute);
  if (relative === undefined) {
    throw refusal(absolute, {
      rule: 'lies outside the root',
      hint: 'Name a file below the root.',
    });
  }
  return relative === '' ? '.' : relative.split(path.sep).join('/');
}

/** A root reached through a link (/tmp on macOS) has two names, and either may have been used. */
function insideName(root: string, realRoot: string, absolute: string): string | undefined {
  const base = [path.resolve(root), realRoot].find((name) => isInside(name, absolute));
  return base === undefined ? undefined : path.relative(base, absolute);
}

/** Expands every link on the way, by hand because `realpath` fails where a file does not exist yet. */
async function followLinks(realRoot: string, relative: string, userPath: string): Promise<string> {
  const pending = split(relative);
  let current = realRoot;
  let links = 0;
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (name === '..') {
      current = path.dirname(current);
      continue;
    }
    const next = path.join(current, name);
    const link = await linkAt(next, userPath);
    if (link === undefined) {
      current = next;
      continue;
    }
    if (++links > mostLinks) {
      throw refusal(userPath, {
        rule: 'runs in a circle of symbolic links',
        hint: 'Remove the link or point it at a real file.',
      });
    }
    if (path.isAbsolute(link)) current = path.parse(link).root;
    pending.unshift(...split(path.isAbsolute(link) ? link.slice(current.length) : link));
  }
  return current;
}

async function linkAt(file: string, userPath: string): Promise<string | undefined> {
  try {
    return await readlink(file);
  } catch (thrown) {
    const code = errorCode(thrown) ?? '';
    if (['EINVAL', 'ENOENT', 'ENOTDIR', 'UNKNOWN'].includes(code)) return undefined;
    throw refusal(userPath, {
      rule: `cannot be checked (${code})`,
      hint: 'Check the permissions of the folders on its way.',
    });
  }
}

function split(text: string): string[] {
  return text
    .split(path.sep === '\\' ? /[\\/]/ : '/')
    .filter((name) => name !== '' && name !== '.');
}

function refusal(userPath: string, { rule, hint }: PathProblem): ToolError {
  const shown = userPath.length > 120 ? `${userPath.slice(0, 120)}…` : userPath;
  return new ToolError('invalid_argument', `The path ${JSON.stringify(shown)} ${rule}.`, { hint });
}
