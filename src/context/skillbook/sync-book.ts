import type { Context } from '../context.ts';
import type { Book } from './book.ts';
import { type BookPlace, bookHash, readBook } from './book-file.ts';
import { withBookLock } from './book-lock.ts';
import { type IndexReport, indexBook } from './index-book.ts';

/** Indexes the book if it says something else than what was indexed last; one process at a time. */
export async function syncBook(
  context: Context,
  place: BookPlace,
  book: Book | undefined,
): Promise<IndexReport | undefined> {
  if (hashOf(book) === (await indexedHash(context))) return undefined;
  return withBookLock(place, async () => {
    const newest = await readBook(place);
    const now = hashOf(newest);
    // Whoever held the lock before may have done it all.
    if (now === (await indexedHash(context))) return undefined;
    const report = await indexBook(context, newest);
    await rememberHash(context, now);
    return report;
  });
}

/** Zero is what a memory remembers that has never seen a book. */
function hashOf(book: Book | undefined): number {
  return book ? bookHash(book.text) : 0;
}

/** A global memory knows the books of several projects. */
function stateName({ root }: Context): string {
  return `skillbook:${bookHash(root).toString(16)}`;
}

async function indexedHash(context: Context): Promise<number> {
  const row = await context.database.kysely
    .selectFrom('memory_state')
    .select('value')
    .where('name', '=', stateName(context))
    .executeTakeFirst();
  return row?.value ?? 0;
}

async function rememberHash(context: Context, value: number): Promise<void> {
  await context.database.kysely
    .insertInto('memory_state')
    .values({ name: stateName(context), value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
