import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import { jsonOrNothing } from '../../base/json.ts';
import { GitFailure, type GitPlace, runGit } from './git.ts';

const keptRef = z.object({ git_dir: z.string(), work_tree: z.string(), commit: z.string() });
const keptWork = z.object({
  /** `rejected/RUN/ITERATION`, or `partial` or `lost` so; in git the ref has `refs/ralph/` before it. */
  name: z.string().regex(/^(?:rejected|partial|lost)\/[\w.-]+\/\d+$/),
  created_at: z.iso.datetime(),
  files: z.int(),
  refs: z.array(keptRef),
  /** Relative to the scratch folder; what a commit cannot hold. */
  folder: z
    .string()
    .regex(/^kept\/[\w./-]+$/)
    .nullable(),
});

/** Work that was taken out of a user's tree and can be brought back. */
export type KeptWork = z.infer<typeof keptWork>;

/**
 * Everything that is kept, oldest first. This list is what counts: refs are made again from it when an agent or a
 * restored repository has lost them.
 */
export async function listKept(scratch: string): Promise<KeptWork[]> {
  const text = await readTextIfExists(fileOf(scratch));
  if (text === undefined) return [];
  const lines = text.split('\n').filter((line) => line !== '');
  const kept = lines.flatMap((line) => {
    const parsed = keptWork.safeParse(jsonOrNothing(line));
    return parsed.success ? [parsed.data] : [];
  });
  // Kept once more after a crash: the later one holds at least as much.
  return [...new Map(kept.map((work) => [work.name, work])).values()];
}

export async function recordKept(scratch: string, work: KeptWork): Promise<void> {
  const others = (await listKept(scratch)).filter(({ name }) => name !== work.name);
  await save(scratch, [...others, work]);
}

export async function pruneKept(scratch: string, before: Date): Promise<KeptWork[]> {
  const all = await listKept(scratch);
  const old = all.filter(({ created_at }) => new Date(created_at) < before);
  if (old.length === 0) return [];
  for (const { name, refs, folder } of old) {
    for (const place of refs.map(placeOf)) {
      await runGit(['update-ref', '-d', `refs/ralph/${name}`], { place }).catch(ifGitFailed);
    }
    if (folder !== null && !folder.includes('..')) {
      rmSync(path.join(scratch, folder), { recursive: true, force: true });
    }
  }
  await save(
    scratch,
    all.filter((work) => !old.includes(work)),
  );
  return old;
}

/** Makes the refs of kept work again where they are gone. */
export async function ensureKeptRefs(scratch: string): Promise<void> {
  for (const { name, refs } of await listKept(scratch)) {
    for (const ref of refs) {
      const args = ['update-ref', `refs/ralph/${name}`, ref.commit];
      await runGit(args, { place: placeOf(ref) }).catch(ifGitFailed);
    }
  }
}

function placeOf({ git_dir, work_tree }: z.infer<typeof keptRef>): GitPlace {
  return { gitDir: git_dir, workTree: work_tree };
}

// A repository that is gone altogether takes its refs with it.
function ifGitFailed(thrown: unknown): void {
  if (!(thrown instanceof GitFailure)) throw thrown;
}

async function save(scratch: string, works: readonly KeptWork[]): Promise<void> {
  const text = works.map((work) => `${JSON.stringify(work)}\n`).join('');
  await writeFileAtomic(fileOf(scratch), text, { mode: 0o600 });
}

function fileOf(scratch: string): string {
  return path.join(scratch, 'kept.jsonl');
}
