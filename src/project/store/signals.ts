import { ToolError } from '../../base/errors.ts';
import type { EventStore } from './events.ts';
import { type Handle, parseRecord, type Stamp } from './handle.ts';

/** Something an agent tells Ralph about its own session; the loop reads these from the database. */
export interface SessionSignal {
  readonly id: number;
  readonly session_id: string;
  readonly kind: string;
  readonly reason: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

export interface SignalStore {
  send(
    kind: string,
    reason: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<SessionSignal>;
  of(sessionId: string): Promise<SessionSignal[]>;
}

export function signalStore(db: Handle, stamp: Stamp, events: EventStore): SignalStore {
  return {
    async send(kind, reason, data) {
      if (stamp.sessionId === null) {
        throw new ToolError(
          'not_allowed',
          `${stamp.tool} speaks to the session it is called in, and there is none.`,
          {
            hint: 'Call it from an agent that Ralph launched with a session.',
          },
        );
      }
      const row = await db
        .insertInto('session_signals')
        .values({
          session_id: stamp.sessionId,
          kind,
          reason,
          data: JSON.stringify(data),
          created_at: stamp.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await events.record('session', stamp.sessionId, kind, null, { reason, ...data });
      return { ...row, data };
    },

    async of(sessionId) {
      const rows = await db
        .selectFrom('session_signals')
        .selectAll()
        .where('session_id', '=', sessionId)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, data: parseRecord(row.data) }));
    },
  };
}
