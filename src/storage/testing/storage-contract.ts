import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import type { SqliteLibrary } from '../sqlite-library.ts';
import { openNotes } from './notes.ts';

interface Backend {
  readonly library: SqliteLibrary;
  readonly place: 'file' | 'memory';
}

/** What every database must do, whatever library it runs on and wherever it keeps its data. */
export function storageContract({ library, place }: Backend): void {
  const open = (options: { readonly turnLimitMs?: number } = {}) =>
    openNotes({
      library,
      file: place === 'memory' ? ':memory:' : path.join(scratchFolder(), 'deep/er/notes.db'),
      ...options,
    });

  describe(`a database in ${place === 'file' ? 'a file' : 'memory'} on ${library.name}`, () => {
    it('reads back what was written, with its types', async () => {
      const { kysely } = await open();
      const data = new Uint8Array([0, 1, 255]);
      const inserted = await kysely
        .insertInto('notes')
        .values({ id: 1, body: 'a', size: 7, data })
        .executeTakeFirstOrThrow();
      expect(inserted).toMatchObject({ insertId: 1n, numInsertedOrUpdatedRows: 1n });
      const row = await kysely.selectFrom('notes').selectAll().executeTakeFirstOrThrow();
      expect({ ...row }).toEqual({ id: 1, body: 'a', size: 7, data });
      const updated = await kysely.updateTable('notes').set({ size: 8 }).executeTakeFirst();
      expect(updated.numUpdatedRows).toBe(1n);
    });

    it.each([
      ['text with NUL', 'before\0after\0'],
      ['text with the character NUL is escaped by', '\ufdd0\ufdd00\ufdd01\0'],
      ['text in many scripts', 'naïve 日本語 🤖 \u202e שלום'],
      ['empty text', ''],
      ['five megabytes of text', 'déjà vu '.repeat(600_000)],
    ])('keeps %s', async (_, body) => {
      const { kysely } = await open();
      await kysely.insertInto('notes').values({ id: 1, body }).execute();
      const row = await kysely
        .selectFrom('notes')
        .select('body')
        .where('body', '=', body)
        .executeTakeFirstOrThrow();
      expect(row.body === body).toBe(true);
    });

    it.each([
      [0, 0],
      [-1, -1],
      [2 ** 31, 2 ** 31],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      [2n ** 53n, 2n ** 53n],
      [2n ** 63n - 1n, 2n ** 63n - 1n],
      [-(2n ** 63n), -(2n ** 63n)],
      [42n, 42],
    ])('keeps the whole number %s', async (size, expected) => {
      const { kysely } = await open();
      await kysely.insertInto('notes').values({ id: 1, body: null, size }).execute();
      const row = await kysely
        .selectFrom('notes')
        .select(['size', sql<string>`typeof(size)`.as('type')])
        .executeTakeFirstOrThrow();
      expect({ ...row }).toEqual({ size: expected, type: 'integer' });
    });

    it.each([
      ['undefined', undefined, 'null for "no value"'],
      ['a date', new Date(), 'store milliseconds'],
      ['an object', { a: 1 }, 'store JSON'],
      ['a list', [1], 'store JSON'],
      ['not a number', Number.NaN, 'cannot store'],
      ['infinity', Number.POSITIVE_INFINITY, 'cannot store'],
      ['a number of 65 bits', 2n ** 64n, 'not a 64-bit integer'],
    ])('refuses %s as a parameter', async (_, value, message) => {
      const { kysely } = await open();
      const insert = sql`insert into notes (id, body) values (1, ${sql.val(value)})`;
      await expect(insert.execute(kysely)).rejects.toThrow(message);
    });

    it('stores booleans as 0 and 1', async () => {
      const { kysely } = await open();
      const { rows } = await sql`select ${true} as yes, ${false} as no`.execute(kysely);
      expect(rows.map((row) => Object.assign({}, row))).toEqual([{ yes: 1, no: 0 }]);
    });

    it('undoes everything when a transaction throws', async () => {
      const database = await open();
      const failing = database.transaction(async (tx) => {
        await tx.insertInto('notes').values({ id: 1, body: null }).execute();
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
    });

    it('enforces references and keys, and says which rule was broken', async () => {
      const { kysely, dialect } = await open();
      const insert = kysely.insertInto('tags').values({ note_id: 1, tag: 'x' });
      // Statements that return rows fail by another road.
      const ways = [() => insert.execute(), () => insert.returningAll().execute()];
      for (const way of ways) await expect(way()).rejects.toSatisfy(dialect.isForeignKeyViolation);
      await kysely.insertInto('notes').values({ id: 1, body: null }).execute();
      await insert.execute();
      for (const way of ways) await expect(way()).rejects.toSatisfy(dialect.isUniqueViolation);
    });

    it('never mixes the statements of two transactions', async () => {
      const database = await open();
      const steps: string[] = [];
      const work = (name: string) =>
        database.transaction(async (tx) => {
          for (let step = 0; step < 3; step++) {
            steps.push(name);
            await sql`select 1`.execute(tx);
            await new Promise((resolve) => setImmediate(resolve));
          }
        });
      await Promise.all([
        work('a'),
        work('b'),
        database.kysely.selectFrom('notes').selectAll().execute(),
      ]);
      expect(steps.join('')).toBe('aaabbb');
    });

    it('refuses a transaction inside a transaction', async () => {
      const database = await open();
      const nested = database.transaction(() => database.transaction(async () => {}));
      await expect(nested).rejects.toThrow('Pass the outer `tx` along');
    });

    it('refuses its own handle inside a transaction instead of waiting for itself', async () => {
      const database = await open();
      const use = (inside: () => Promise<unknown>) => database.transaction(inside);
      for (const inside of [
        () => database.kysely.selectFrom('notes').selectAll().execute(),
        () => database.integrityCheck(),
        () => database.close(),
      ]) {
        await expect(use(inside)).rejects.toThrow('Use the `tx` of the transaction');
      }
      expect(await database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
    });

    it('refuses a query sent after its transaction ended', async () => {
      const database = await open();
      const late = await database.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        return () => sql`select 1`.execute(tx);
      });
      await expect(late()).rejects.toThrow(/commit|ended/);
    });

    it('names the cause when a transaction waits for a use that waits for it', async () => {
      const database = await open({ turnLimitMs: 100 });
      let release: () => void = () => {};
      const outside = new Promise<void>((resolve) => {
        release = resolve;
      }).then(() => database.kysely.selectFrom('notes').selectAll().execute());
      const deadlocked = database.transaction(async () => {
        release();
        await outside;
      });
      await expect(deadlocked).rejects.toThrow('a transaction has not ended');
      expect(await database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
    });

    it('starts transactions in one way only', async () => {
      const { kysely } = await open();
      const direct = kysely.transaction().execute(async () => {});
      await expect(direct).rejects.toThrow('database.transaction(');
    });

    it('writes nothing in a read-only transaction, and writes again after it', async () => {
      const database = await open();
      const insert = (db: typeof database.kysely) =>
        db.insertInto('notes').values({ id: 1, body: null }).execute();
      const reading = database.transaction((tx) => insert(tx), { readOnly: true });
      await expect(reading).rejects.toThrow('cannot be written');
      await insert(database.kysely);
      const count = await database.transaction(
        (tx) => tx.selectFrom('notes').select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
        { readOnly: true },
      );
      expect(count?.n).toBe(1);
    });

    it('says that there is no room, and has half written nothing', async () => {
      const database = await open();
      await sql`pragma max_page_count = 20`.execute(database.kysely);
      const filling = database.transaction(async (tx) => {
        for (let id = 1; id < 100; id++) {
          await tx
            .insertInto('notes')
            .values({ id, body: 'x'.repeat(4_000) })
            .execute();
        }
      });
      await expect(filling).rejects.toThrow(/There is no room left to write to the database/);
      expect(await database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
      await database.kysely.insertInto('notes').values({ id: 1, body: 'small' }).execute();
    });

    it('finishes what is under way when it is closed, and refuses what comes later', async () => {
      const database = await open();
      const under = database.transaction(async (tx) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return sql`select 1`.execute(tx);
      });
      const closed = database.close();
      const later = database.kysely.selectFrom('notes').selectAll().execute();
      await expect(under).resolves.toBeDefined();
      await expect(later).rejects.toThrow('has been closed');
      await closed;
      await database.close();
      await expect(database.transaction(async () => {})).rejects.toThrow('has been closed');
    });

    it('finds words, ranks them and takes every character literally', async () => {
      const { kysely, dialect } = await open();
      const index = { name: 'note_words', columns: ['title', 'body'] };
      const { fullText } = dialect;
      await fullText.create(kysely, index);
      await fullText.put(kysely, index, 1, { title: 'Locks', body: 'a lease expires' });
      await fullText.put(kysely, index, 2, { title: 'Leases', body: 'leases and locking' });
      await fullText.put(kysely, index, 3, { title: 'Tea', body: 'has leaves' });
      const search = async (words: string[], match: 'any' | 'all' = 'any', weights?: number[]) => {
        const query = { words, match, limit: 5, ...(weights && { weights }) };
        return (await fullText.search(kysely, index, query)).map((hit) => hit.id);
      };
      expect(await search(['lease'])).toEqual([2, 1]);
      expect(await search(['lock'], 'any', [9, 1])).toEqual([1, 2]);
      expect(await search(['lease', 'expire'], 'all')).toEqual([1]);
      const hostile = ['"', 'NOT', 'title:', '*', '(', 'a"b', '\0', '-', 'NEAR(lease'];
      expect(await search(hostile)).toEqual([]);
      expect(await search([...hostile, 'lease'])).toEqual([2, 1]);
      await fullText.put(kysely, index, 2, { title: 'Coffee', body: '' });
      await fullText.remove(kysely, index, 1);
      expect(await search(['lease'])).toEqual([]);
      expect(await search([])).toEqual([]);
    });

    it('has no integrity problems, until a reference is broken', async () => {
      const database = await open();
      expect(await database.integrityCheck()).toEqual([]);
      await sql`pragma foreign_keys = off`.execute(database.kysely);
      await database.kysely.insertInto('tags').values({ note_id: 5, tag: 'x' }).execute();
      expect(await database.integrityCheck()).toEqual([
        'row 1 of tags points at a notes that does not exist',
      ]);
    });
  });
}
