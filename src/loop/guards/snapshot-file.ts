import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { writeFileAtomic } from '../../base/files.ts';
import { listFolder } from './content-store.ts';
import type { Entry, Tree } from './entry.ts';
import type { RawPath } from './raw-path.ts';
import type { Snapshot } from './snapshot.ts';

const kinds = ['file', 'link', 'folder', 'other'] as const;
// An agent can reach this file: a path that climbs out of the tree would let it write anywhere.
const safePath = z.string().refine((text) => !/(?:^|\/)\.\.?(?:\/|$)|^\/|\0/.test(text));
const row = z.tuple([
  safePath,
  z.int().min(0).max(3),
  z.int(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.string().nullable(),
  z.number(),
]);
type Row = z.infer<typeof row>;

const manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  taken_at: z.string(),
  root: z.string(),
  top: z.string(),
  algorithm: z.enum(['sha1', 'sha256']),
  files: z.array(row),
  skipped: z.array(safePath),
  git_folders: z.array(safePath),
  repositories: z.array(
    z.object({
      folder: safePath,
      git_dir: z.string(),
      work_tree: z.string(),
      common_dir: z.string(),
      head: z.string().nullable(),
      refs: z.record(z.string(), z.string()),
      control: z.array(row),
      shared: z.array(row),
      worktrees: z.array(z.string()),
    }),
  ),
  outside: z.array(z.object({ link: safePath, target: z.string(), tree: z.array(row) })),
  not_covered: z.array(z.object({ path: z.string(), why: z.string() })),
});
type Manifest = z.infer<typeof manifest>;

const idPattern = /^snap_[0-9a-z]+$/;

export async function saveSnapshot(snapshot: Snapshot): Promise<void> {
  const data: Manifest = {
    format: 1,
    id: snapshot.id,
    taken_at: snapshot.takenAt,
    root: snapshot.root,
    top: snapshot.top,
    algorithm: snapshot.algorithm,
    files: rowsOf(snapshot.files),
    skipped: [...snapshot.skipped],
    git_folders: [...snapshot.gitFolders],
    repositories: snapshot.repositories.map((repository) => ({
      folder: repository.folder,
      git_dir: repository.place.gitDir,
      work_tree: repository.place.workTree,
      common_dir: repository.commonDir,
      head: repository.head,
      refs: Object.fromEntries(repository.refs),
      control: rowsOf(repository.control),
      shared: rowsOf(repository.shared),
      worktrees: [...repository.worktrees],
    })),
    outside: snapshot.outside.map(({ link, target, tree }) => ({
      link,
      target,
      tree: rowsOf(tree),
    })),
    not_covered: snapshot.notCovered.map(({ path: name, why }) => ({ path: name, why })),
  };
  await writeFileAtomic(fileOf(snapshot.scratch, snapshot.id), JSON.stringify(data), {
    mode: 0o600,
  });
}

/** A snapshot that was taken earlier, perhaps by a process that was killed since. */
export function loadSnapshot(scratch: string, id: string): Snapshot {
  if (!idPattern.test(id)) throw unusable(id, undefined);
  try {
    const data = manifest.parse(JSON.parse(readFileSync(fileOf(scratch, id), 'utf8')));
    return {
      id,
      takenAt: data.taken_at,
      root: data.root,
      top: data.top,
      scratch,
      algorithm: data.algorithm,
      files: treeOf(data.files),
      skipped: data.skipped,
      gitFolders: data.git_folders,
      repositories: data.repositories.map((repository) => ({
        folder: repository.folder,
        place: { gitDir: repository.git_dir, workTree: repository.work_tree },
        commonDir: repository.common_dir,
        head: repository.head,
        refs: new Map(Object.entries(repository.refs)),
        control: treeOf(repository.control),
        shared: treeOf(repository.shared),
        worktrees: repository.worktrees,
      })),
      outside: data.outside.map(({ link, target, tree }) => ({
        link,
        target,
        tree: treeOf(tree),
      })),
      notCovered: data.not_covered,
    };
  } catch (cause) {
    throw unusable(id, cause);
  }
}

/** Ids of all snapshots, oldest first. */
export function listSnapshots(scratch: string): string[] {
  return listFolder(path.join(scratch, 'snapshots'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => idPattern.test(id))
    .sort();
}

export function removeSnapshot(scratch: string, id: string): void {
  if (idPattern.test(id)) rmSync(fileOf(scratch, id), { force: true });
}

function fileOf(scratch: string, id: string): string {
  return path.join(scratch, 'snapshots', `${id}.json`);
}

function rowsOf(tree: Tree): Row[] {
  return [...tree].map(([name, entry]) => [
    name,
    kinds.indexOf(entry.kind),
    entry.mode,
    entry.size,
    entry.mtime,
    entry.ctime,
    entry.inode,
    entry.content,
    entry.readAt,
  ]);
}

function treeOf(rows: readonly Row[]): Tree {
  const tree = new Map<RawPath, Entry>();
  for (const [name, kind, mode, size, mtime, ctime, inode, content, readAt] of rows) {
    tree.set(name, {
      kind: kinds[kind] ?? 'other',
      mode,
      size,
      mtime,
      ctime,
      inode,
      content,
      readAt,
    });
  }
  return tree;
}

function unusable(id: string, cause: unknown): UserError {
  return new UserError(`The snapshot ${JSON.stringify(id)} is missing or damaged.`, {
    hint: 'Nothing was changed. Compare the files with "git status" and mend them by hand.',
    cause,
  });
}
