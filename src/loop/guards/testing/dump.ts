import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { git } from './git-fixture.ts';

/** Everything below a folder byte by byte, and what git says about it, for comparing before and after. */
export function dump(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const gitFolders: string[] = [];
  const visit = (folder: Buffer, shown: string): void => {
    for (const raw of readdirSync(folder, 'buffer')) {
      const name = `${shown}${raw.toString('latin1')}`;
      const file = Buffer.concat([folder, Buffer.from('/'), raw]);
      const stats = lstatSync(file);
      const mode = (stats.mode & 0o7777).toString(8);
      if (raw.toString() === '.ralph') continue;
      if (raw.toString() === '.git') {
        gitFolders.push(path.dirname(file.toString()));
        if (stats.isDirectory()) continue;
      }
      if (stats.isSymbolicLink()) found[name] = `link ${readlinkSync(file, 'latin1')}`;
      else if (stats.isDirectory()) {
        found[`${name}/`] = `folder ${mode}`;
        visit(file, `${name}/`);
      } else if (stats.isFile()) found[name] = `file ${mode} ${readFileSync(file, 'latin1')}`;
      else found[name] = 'other';
    }
  };
  visit(Buffer.from(root), '');
  for (const folder of gitFolders) {
    const shown = path.relative(root, folder) || '.';
    for (const [name, said] of Object.entries(gitState(folder))) found[`${shown} ${name}`] = said;
  }
  return found;
}

function gitState(folder: string): Record<string, string> {
  const ask = (...args: string[]): string => {
    try {
      return git(folder, ...args);
    } catch (thrown) {
      return `fails: ${String(thrown).split('\n').slice(0, 2).join(' ')}`;
    }
  };
  const gitDir = git(folder, 'rev-parse', '--absolute-git-dir').trim();
  const bytes = (name: string): string => {
    try {
      return readFileSync(path.join(gitDir, name), 'latin1');
    } catch {
      return 'absent';
    }
  };
  const listing = (name: string): string => {
    const folder = path.join(gitDir, name);
    return existsSync(folder) ? readdirSync(folder).sort().join() : '';
  };
  return {
    // Before any command that may refresh it.
    index: bytes('index'),
    HEAD: bytes('HEAD'),
    config: bytes('config'),
    exclude: bytes('info/exclude'),
    alternates: bytes('objects/info/alternates'),
    locks:
      ['', 'refs/heads']
        .map(listing)
        .join()
        .match(/[^,]+\.lock/g)
        ?.join() ?? '',
    refs: ask('for-each-ref')
      .split('\n')
      .filter((line) => !line.includes('refs/ralph/'))
      .join('\n'),
    hooks: listing('hooks'),
    reflog: bytes('logs/HEAD'),
    stash: bytes('logs/refs/stash'),
    status: ask(
      '--no-optional-locks',
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--ignored',
    ).replace(/[!?] \.ralph\/\0/, ''),
    worktrees: listing('worktrees'),
  };
}
