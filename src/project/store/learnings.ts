import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type Learning, type LearningSource, learningSources } from '../model.ts';
import type { LearningTable } from '../tables.ts';
import type { EventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';

export interface NewLearning {
  readonly feature: string;
  readonly text: string;
  readonly source: LearningSource;
  readonly reason: string;
  readonly task_id: number | null;
  readonly conflicts_with: number | null;
}

export interface LearningStore {
  /** Those met most often first, then the newest. */
  of(feature: string, limit: number): Promise<Learning[]>;
  count(feature: string): Promise<number>;
  add(learning: NewLearning): Promise<Learning>;
  /** The same was learnt again: counts, and keeps whether somebody who reviews said so. */
  hit(id: number, reviewed: boolean): Promise<Learning>;
  remove(id: number): Promise<void>;
  /** Puts a learning under another feature. */
  move(id: number, feature: string, conflictsWith: number | null): Promise<void>;
  /** `from` said the same: its hits count for `into`, what pointed at it points there, and it goes. */
  absorb(into: number, from: number): Promise<void>;
}

const sourceSchema = z.enum(learningSources);

export function learningStore(db: Handle, stamp: Stamp, events: EventStore): LearningStore {
  async function get(id: number): Promise<Learning> {
    const row = await db
      .selectFrom('learnings')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return learningOf(row);
  }

  async function remove(id: number): Promise<void> {
    const before = await get(id);
    await db.deleteFrom('learnings').where('id', '=', id).execute();
    await events.record('learning', id, 'deleted', before, null);
  }

  return {
    async of(feature, limit) {
      const rows = await db
        .selectFrom('learnings')
        .selectAll()
        .where('feature', '=', feature)
        .orderBy('hit_count', 'desc')
        .orderBy('last_hit_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(learningOf);
    },

    async count(feature) {
      const { n } = await db
        .selectFrom('learnings')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('feature', '=', feature)
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    async add(learning) {
      const row = await db
        .insertInto('learnings')
        .values({
          ...learning,
          author: stamp.author,
          session_id: stamp.sessionId,
          hit_count: 1,
          reviewed: learning.source === 'human' || learning.source === 'opus_reviewed' ? 1 : 0,
          created_at: stamp.now,
          last_hit_at: stamp.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const added = learningOf(row);
      await events.record('learning', added.id, 'created', null, added);
      return added;
    },

    async hit(id, reviewed) {
      const before = await get(id);
      await db
        .updateTable('learnings')
        .set((eb) => ({
          hit_count: eb('hit_count', '+', 1),
          last_hit_at: stamp.now,
          ...(reviewed && { reviewed: 1 }),
        }))
        .where('id', '=', id)
        .execute();
      const after = await get(id);
      await events.record('learning', id, 'met again', before, after);
      return after;
    },

    remove,

    async move(id, feature, conflictsWith) {
      const before = await get(id);
      await db
        .updateTable('learnings')
        .set({ feature, conflicts_with: conflictsWith })
        .where('id', '=', id)
        .execute();
      await events.record('learning', id, 'moved', before, await get(id));
    },

    async absorb(into, from) {
      const [kept, gone] = [await get(into), await get(from)];
      await db
        .updateTable('learnings')
        .set({
          hit_count: kept.hit_count + gone.hit_count,
          last_hit_at: [kept, gone].map((learning) => learning.last_hit_at).sort()[1] ?? stamp.now,
          reviewed: kept.reviewed || gone.reviewed ? 1 : 0,
        })
        .where('id', '=', into)
        .execute();
      await db
        .updateTable('learnings')
        .set({ conflicts_with: into })
        .where('conflicts_with', '=', from)
        .where('id', '<>', into)
        .execute();
      await remove(from);
      await events.record('learning', into, 'merged', kept, await get(into));
    },
  };
}

export function learningOf(row: Selectable<LearningTable>): Learning {
  return { ...row, source: sourceSchema.parse(row.source), reviewed: row.reviewed === 1 };
}
