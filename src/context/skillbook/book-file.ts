import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../base/errors.ts';
import { errorCode, fileError } from '../../base/file-errors.ts';
import { writeFileAtomic } from '../../base/files.ts';
import type { Logger } from '../../base/logger.ts';
import { openInside } from '../../base/open-inside.ts';
import { resolveInside } from '../../base/paths.ts';
import { type Book, emptyBook, NotASkillbookError, parseBook } from './book.ts';
import { withBookLock } from './book-lock.ts';
import { UnreadableJsonError } from './raw-json.ts';

export interface BookPlace {
  readonly root: string;
  /** Of the book, relative to the root. */
  readonly file: string;
  /** Where the lock lies, relative to the root. */
  readonly lockFolder: string;
  readonly logger: Logger;
}

const largestFile = 64 * 1024 * 1024;
/** ACE empties the file before it writes it, so that a reader may find a part. */
const writerPauseMs = 150;

/** Undefined when there is no file. What is no skillbook is refused, and left as it is. */
export async function readBook(place: BookPlace): Promise<Book | undefined> {
  const text = await readText(place);
  if (text === undefined) return undefined;
  try {
    return parseBook(text);
  } catch {
    await sleep(writerPauseMs);
    const later = await readText(place);
    return later === undefined ? undefined : readable(place, later);
  }
}

function readable({ file }: BookPlace, text: string): Book {
  try {
    return parseBook(text);
  } catch (thrown) {
    if (!(thrown instanceof NotASkillbookError || thrown instanceof UnreadableJsonError))
      throw thrown;
    throw new UserError(`The skillbook ${file} cannot be used: ${thrown.message}.`, {
      hint: 'Mend the file, or move it away; Ralph leaves it as it is.',
      cause: thrown,
    });
  }
}

async function readText({ root, file }: BookPlace): Promise<string | undefined> {
  const handle = await openInside(root, file, 'read').catch((thrown: unknown) => {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? errorCode(thrown) ?? ''))
      return undefined;
    throw thrown;
  });
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    if (size > largestFile) {
      throw new UserError(
        `The skillbook ${file} has ${Math.ceil(size / 2 ** 20)} MB; ${largestFile / 2 ** 20} are allowed.`,
        {
          hint: 'Remove skills that no longer help, or the embeddings in it, which ACE can remake.',
        },
      );
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await handle.readFile(),
    );
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw fileError(thrown, 'read', file);
    throw new UserError(`The skillbook ${file} cannot be used: it is not UTF-8 text.`, {
      hint: 'Save it as UTF-8, or move it away; Ralph leaves it as it is.',
      cause: thrown,
    });
  } finally {
    await handle.close();
  }
}

const attempts = 20;

class ChangedMeanwhile extends Error {}

/**
 * Makes a change to the newest book there is, one process at a time. `change` is given that book and says what
 * it should read; when somebody who knows no lock, such as ACE itself, has written in between, it is asked
 * again with what they wrote.
 */
export async function editBook<T>(
  place: BookPlace,
  change: (book: Book) => { readonly text: string; readonly result: T },
): Promise<{ readonly book: Book; readonly result: T }> {
  const target = await resolveInside(place.root, place.file);
  return withBookLock(place, async () => {
    await removeLeftovers(path.dirname(target));
    for (let attempt = 1; ; attempt++) {
      const before = await readBook(place);
      const { text, result } = change(before ?? parseBook(emptyBook));
      const book = parseBook(text);
      if (text === before?.text || (before === undefined && text === emptyBook)) {
        return { book, result };
      }
      try {
        await writeFileAtomic(target, text, {
          async beforeRename() {
            if ((await readText(place)) !== before?.text) throw new ChangedMeanwhile();
          },
        });
        return { book, result };
      } catch (thrown) {
        if (!(thrown instanceof ChangedMeanwhile)) throw thrown;
        if (attempt === attempts) throw tooBusy(place);
        place.logger.debug('the skillbook was changed by somebody else; once more', { attempt });
      }
    }
  });
}

function tooBusy({ file }: BookPlace): UserError {
  return new UserError(`The skillbook ${file} is being changed all the time by another program.`, {
    hint: 'Wait for it to finish, then try again.',
  });
}

const leftoverAgeMs = 60_000;

/** A writer that was killed leaves its temporary file; one that still works is younger than this. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /^\.[0-9a-f]{16}\.tmp$/.test(each))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(file, { force: true });
  }
}

/** Changes whenever the file does; cheap enough to ask before every use. */
export async function bookStamp({ root, file }: BookPlace): Promise<string> {
  const found = await stat(path.join(root, file), { bigint: true }).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : 'none';
}

/** A number for what a book says, small enough for every database. */
export function bookHash(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
