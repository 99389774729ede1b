import type { RowEvent } from '../rules/net-change.ts';
import type { EventEntity } from './events.ts';
import { type Handle, parseRecord } from './handle.ts';

const entities: readonly EventEntity[] = [
  'feature',
  'discipline',
  'task',
  'comment',
  'learning',
  'question',
];

/** What one session did, in the order in which it did it. */
export interface SessionTrail {
  /** Events with a higher id than `after`. */
  since(sessionId: string, after: number): Promise<RowEvent[]>;
  /** How many there were. */
  forgetSignals(sessionId: string): Promise<number>;
}

export function sessionTrail(db: Handle): SessionTrail {
  return {
    async since(sessionId, after) {
      const rows = await db
        .selectFrom('events')
        .select(['entity', 'entity_id', 'action', 'before', 'after'])
        .where('session_id', '=', sessionId)
        .where('id', '>', after)
        .orderBy('id')
        .execute();
      return rows.flatMap(({ entity, before, after: is, ...row }) => {
        const known = entities.find((name) => name === entity);
        if (!known) return [];
        return [
          {
            ...row,
            entity: known,
            before: before === null ? null : parseRecord(before),
            after: is === null ? null : parseRecord(is),
          },
        ];
      });
    },

    async forgetSignals(sessionId) {
      const { numDeletedRows } = await db
        .deleteFrom('session_signals')
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
