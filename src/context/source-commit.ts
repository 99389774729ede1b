import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const commitName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The commit that is checked out, read from git's own files; null where there is none. */
export async function sourceCommit(root: string): Promise<string | null> {
  const gitFolder = await findGitFolder(root);
  if (gitFolder === undefined) return null;
  const head = await text(path.join(gitFolder, 'HEAD'));
  const branch = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (branch === undefined) return commitName.test(head) ? head : null;
  if (branch.includes('..')) return null;
  // A worktree keeps its HEAD to itself and shares the branches.
  const shared = path.resolve(gitFolder, (await text(path.join(gitFolder, 'commondir'))) || '.');
  for (const folder of new Set([gitFolder, shared])) {
    const commit = await text(path.join(folder, branch));
    if (commitName.test(commit)) return commit;
  }
  const packed = await text(path.join(shared, 'packed-refs'));
  const line = packed.split('\n').find((each) => each.endsWith(` ${branch}`));
  const commit = line?.split(' ')[0] ?? '';
  return commitName.test(commit) ? commit : null;
}

async function findGitFolder(root: string): Promise<string | undefined> {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const entry = path.join(folder, '.git');
    const found = await stat(entry).catch(() => undefined);
    if (found?.isDirectory()) return entry;
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(await text(entry))?.[1];
      return target === undefined ? undefined : path.resolve(folder, target);
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}

async function text(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim();
}
