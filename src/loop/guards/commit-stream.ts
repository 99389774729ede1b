import { readFileSync } from 'node:fs';
import { bringBack } from './bring-back.ts';
import type { ContentStore } from './content-store.ts';
import { readWithoutFollowing } from './content-store.ts';
import type { Entry } from './entry.ts';
import type { GitPlace } from './git.ts';
import { onDisk, type RawPath } from './raw-path.ts';

export interface CommitPlan {
  readonly ref: string;
  readonly title: string;
  readonly seconds: number;
  readonly start: string | null;
  /** Commits that an agent made: parents, so that they stay reachable. */
  readonly tips: readonly string[];
  /** By path in the repository: what was there at the snapshot, and what is there now. */
  readonly before: ReadonlyMap<RawPath, Entry | undefined>;
  readonly now: ReadonlyMap<RawPath, Entry | undefined>;
  readonly place: GitPlace;
  readonly store: ContentStore;
}

/**
 * Two commits for `git fast-import`: the touched files as they were, with a person's own uncommitted work, and as the
 * iteration left them. Their difference is exactly what the iteration did. The bytes go in without any filter.
 */
export async function* commitStream(plan: CommitPlan): AsyncGenerator<Buffer> {
  yield text(`feature done\nreset ${plan.ref}\n\n`);
  yield commit(plan, 1, `Before: ${plan.title}`);
  if (plan.start !== null) yield text(`from ${plan.start}\n`);
  yield* deletions(plan.before);
  yield* links(plan.before);
  const wanted = [...plan.before].flatMap(([path, entry]) =>
    entry?.kind === 'file' && entry.content !== null
      ? [{ path, id: entry.content, size: entry.size }]
      : [],
  );
  for await (const [{ path }, delivered] of bringBack(plan.store, wanted, () => plan.place)) {
    const bytes = 'bytes' in delivered ? delivered.bytes : readFileSync(delivered.storedAt);
    yield* file(path, plan.before.get(path), bytes);
  }
  yield commit(plan, 2, plan.title);
  yield text('from :1\n');
  for (const tip of plan.tips) yield text(`merge ${tip}\n`);
  yield* deletions(plan.now);
  yield* links(plan.now);
  for (const [path, entry] of plan.now) {
    if (entry?.kind !== 'file' || entry.content === null) continue;
    yield* file(path, entry, readWithoutFollowing(onDisk(workTreeOf(plan), path)));
  }
  yield text('get-mark :2\ndone\n');
}

function commit({ ref, seconds }: CommitPlan, mark: number, title: string): Buffer {
  const message = Buffer.from(`${title}\n`);
  const head = `commit ${ref}\nmark :${mark}\ncommitter Ralph <ralph@localhost> ${seconds} +0000\n`;
  return Buffer.concat([text(`${head}data ${message.length}\n`), message, text('\n')]);
}

function* deletions(entries: CommitPlan['before']): Generator<Buffer> {
  for (const path of entries.keys()) yield text(`D ${quoted(path)}\n`);
}

function* links(entries: CommitPlan['before']): Generator<Buffer> {
  for (const [path, entry] of entries) {
    if (entry?.kind !== 'link' || entry.content === null) continue;
    yield* data('120000', path, Buffer.from(entry.content, 'latin1'));
  }
}

function* file(path: RawPath, entry: Entry | undefined, bytes: Buffer): Generator<Buffer> {
  yield* data((entry?.mode ?? 0) & 0o100 ? '100755' : '100644', path, bytes);
}

function* data(mode: string, path: RawPath, bytes: Buffer): Generator<Buffer> {
  yield text(`M ${mode} inline ${quoted(path)}\ndata ${bytes.length}\n`);
  yield bytes;
  yield text('\n');
}

function quoted(path: RawPath): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function text(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1');
}

function workTreeOf({ place }: CommitPlan): RawPath {
  return Buffer.from(place.workTree, 'utf8').toString('latin1');
}
