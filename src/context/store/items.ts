import { type Kysely, sql, type Updateable } from 'kysely';
import type { ContextItem, ContextState, ContextType, StoredItem } from '../item.ts';
import type { ContextTables, ItemTable } from '../tables.ts';
import { contentHash, itemOf, rowOf } from './item-rows.ts';

export type Handle = Kysely<ContextTables>;

/** All but skills and errors nobody has fixed. Worded as in the index of ages, which only then is used. */
export const unprotected = sql<boolean>`content_type <> 'skill' AND (content_type <> 'error' OR fixed_by IS NOT NULL)`;

/** SQLite takes many parameters, but not any number of them. */
const chunk = 500;
const mostOpenErrors = 200;

export interface ItemStore {
  isEmpty(): Promise<boolean>;
  add(item: ContextItem): Promise<number>;
  find(id: string): Promise<StoredItem | undefined>;
  findAll(ids: readonly string[]): Promise<StoredItem[]>;
  byKeys(keys: readonly number[]): Promise<Map<number, StoredItem>>;
  /** Which of these a run has stored. */
  storedBy(run: string, keys: readonly number[]): Promise<Set<number>>;
  /** The same words under the same type, not superseded since. */
  findSame(type: ContextType, content: string): Promise<StoredItem | undefined>;
  update(key: number, change: Updateable<ItemTable>): Promise<void>;
  remove(keys: readonly number[]): Promise<void>;
  /** Newest first. */
  ofType(type: ContextType, limit: number): Promise<StoredItem[]>;
  /** Those that agents and people stored themselves, newest first. */
  storedSkills(limit: number): Promise<StoredItem[]>;
  /** Items of a state whose age counts from before `agedBefore`, oldest first; protected ones do not age. */
  inState(state: ContextState, agedBefore: number, limit: number): Promise<StoredItem[]>;
  /** Archived items that are old enough to go and less useful than `below`. */
  prunable(agedBefore: number, below: number, limit: number): Promise<StoredItem[]>;
  /** In the order they were stored. */
  page(afterKey: number, limit: number): Promise<StoredItem[]>;
  /** Those of a run that nobody has fixed. */
  openErrors(run: string): Promise<StoredItem[]>;
}

export function itemStore(db: Handle): ItemStore {
  const all = () => db.selectFrom('items').selectAll();
  return {
    async isEmpty() {
      return (await db.selectFrom('items').select('key').limit(1).executeTakeFirst()) === undefined;
    },
    async add(item) {
      const { key } = await db
        .insertInto('items')
        .values(rowOf(item))
        .returning('key')
        .executeTakeFirstOrThrow();
      return key;
    },
    async find(id) {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row && itemOf(row);
    },
    async findAll(ids) {
      const found: StoredItem[] = [];
      for (const some of chunks(ids)) {
        const rows = await all().where('id', 'in', some).orderBy('key').execute();
        found.push(...rows.map(itemOf));
      }
      return found;
    },
    async byKeys(keys) {
      const found = new Map<number, StoredItem>();
      for (const some of chunks(keys)) {
        for (const row of await all().where('key', 'in', some).execute()) {
          found.set(row.key, itemOf(row));
        }
      }
      return found;
    },
    async storedBy(run, keys) {
      const found = new Set<number>();
      for (const some of chunks(keys)) {
        const rows = await db
          .selectFrom('items')
          .select('key')
          .where('key', 'in', some)
          .where('source_run', '=', run)
          .execute();
        for (const { key } of rows) found.add(key);
      }
      return found;
    },
    async findSame(type, content) {
      const row = await all()
        .where('content_hash', '=', contentHash(type, content))
        .where('superseded_by', 'is', null)
        .orderBy('key', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && itemOf(row);
    },
    async update(key, change) {
      await db.updateTable('items').set(change).where('key', '=', key).execute();
    },
    async remove(keys) {
      for (const some of chunks(keys)) {
        await db.deleteFrom('items').where('key', 'in', some).execute();
      }
    },
    async ofType(type, limit) {
      const rows = await all()
        .where('content_type', '=', type)
        .orderBy('created_iteration', 'desc')
        .orderBy('key', 'desc')
        .limit(limit)
        .execute();
      return rows.map(itemOf);
    },
    async storedSkills(limit) {
      const rows = await all()
        .where('content_type', '=', 'skill')
        .where('source', '<>', 'skillbook')
        .where('superseded_by', 'is', null)
        .orderBy('created_iteration', 'desc')
        .orderBy('key', 'desc')
        .limit(limit)
        .execute();
      return rows.map(itemOf);
    },
    async inState(state, agedBefore, limit) {
      const rows = await all()
        .where('state', '=', state)
        .where('aged_from', '<', agedBefore)
        .where(unprotected)
        .orderBy('aged_from')
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(itemOf);
    },
    async prunable(agedBefore, below, limit) {
      // Few items are of little use, and many are old: the plus signs keep the index of ages out of it.
      const rows = await all()
        .where('usefulness_estimate', '<', below)
        .where(sql<boolean>`+state = 'archived' and +aged_from < ${agedBefore}`)
        .where(unprotected)
        .orderBy('usefulness_estimate')
        .limit(limit)
        .execute();
      return rows.map(itemOf);
    },
    async page(afterKey, limit) {
      const rows = await all().where('key', '>', afterKey).orderBy('key').limit(limit).execute();
      return rows.map(itemOf);
    },
    async openErrors(run) {
      const rows = await all()
        .where('content_type', '=', 'error')
        .where('fixed_by', 'is', null)
        .where('source_run', '=', run)
        .orderBy('key')
        .limit(mostOpenErrors)
        .execute();
      return rows.map(itemOf);
    },
  };
}

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += chunk) yield list.slice(start, start + chunk);
}
