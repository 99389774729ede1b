import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bringBack } from './bring-back.ts';
import { openContentStore, readWithoutFollowing } from './content-store.ts';
import type { Entry } from './entry.ts';
import { onDisk, rawPath } from './raw-path.ts';
import { ownerOf, type Snapshot } from './snapshot.ts';

const largest = 1024 * 1024;

/** The text of files then and now; null where there was, or is, none. What is too large to be a text is left out. */
export async function textsSince(
  snapshot: Snapshot,
  paths: readonly string[],
): Promise<{ path: string; before: string | null; after: string | null }[]> {
  const wanted = paths.flatMap((shown) => {
    const inTop = path.relative(snapshot.top, path.resolve(snapshot.root, shown));
    if (inTop.startsWith('..')) return [];
    const raw = rawPath(inTop);
    return [{ shown, raw, entry: snapshot.files.get(raw) }];
  });
  const before = await textsThen(
    snapshot,
    wanted.flatMap(({ raw, entry }) => (isText(entry) ? [{ path: raw, ...contentOf(entry) }] : [])),
  );
  return wanted.flatMap(({ shown, raw, entry }) => {
    if (entry?.kind === 'file' && !before.has(raw)) return [];
    const after = textNow(snapshot, raw);
    return after === undefined ? [] : [{ path: shown, before: before.get(raw) ?? null, after }];
  });
}

async function textsThen(
  snapshot: Snapshot,
  wanted: readonly { path: string; id: string; size: number }[],
): Promise<Map<string, string>> {
  const store = openContentStore(snapshot.scratch, snapshot.algorithm);
  const texts = new Map<string, string>();
  const placeOf = (raw: string) => ownerOf(snapshot.repositories, raw)?.place;
  for await (const [{ path: raw }, delivered] of bringBack(store, wanted, placeOf)) {
    const bytes = 'bytes' in delivered ? delivered.bytes : readFileSync(delivered.storedAt);
    texts.set(raw, bytes.toString('utf8'));
  }
  return texts;
}

/** Null for what is no file any more, nothing for what cannot be a text. */
function textNow(snapshot: Snapshot, raw: string): string | null | undefined {
  try {
    const bytes = readWithoutFollowing(onDisk(rawPath(snapshot.top), raw));
    return bytes.length > largest ? undefined : bytes.toString('utf8');
  } catch {
    return null;
  }
}

function isText(entry: Entry | undefined): entry is Entry & { readonly content: string } {
  return entry?.kind === 'file' && entry.content !== null && entry.size <= largest;
}

function contentOf({ content, size }: Entry & { readonly content: string }) {
  return { id: content, size };
}
