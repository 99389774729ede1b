import { type Handle, parseRecord, type Stamp } from './handle.ts';

export type EventEntity =
  | 'project'
  | 'feature'
  | 'discipline'
  | 'task'
  | 'comment'
  | 'learning'
  | 'question'
  | 'session'
  | 'state_file';

export interface EventStore {
  /** One row for one change. `before` and `after` hold only what changed, so that history stays small. */
  record(
    entity: EventEntity,
    id: string | number,
    action: string,
    before: object | null,
    after: object | null,
  ): Promise<void>;
  /** What happened to one record, oldest first; also when it is gone. */
  of(entity: EventEntity, id: string | number): Promise<RecordedEvent[]>;
  /** When anything was first done to the project. */
  firstAt(): Promise<string | null>;
  /** The tasks that a session closed as done, whatever became of them since. */
  tasksClosedBy(sessionId: string): Promise<number[]>;
}

export interface RecordedEvent {
  readonly id: number;
  readonly at: string;
  readonly author: string;
  readonly session_id: string | null;
  readonly tool: string;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export function eventStore(db: Handle, stamp: Stamp): EventStore {
  return {
    async record(entity, id, action, before, after) {
      const [was, is] = before && after ? changedPart(before, after) : [before, after];
      await db
        .insertInto('events')
        .values({
          at: stamp.now,
          author: stamp.author,
          session_id: stamp.sessionId,
          tool: stamp.tool,
          entity,
          entity_id: String(id),
          action,
          before: was && JSON.stringify(was),
          after: is && JSON.stringify(is),
        })
        .execute();
    },

    async firstAt() {
      const first = await db
        .selectFrom('events')
        .select('at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return first?.at ?? null;
    },

    async of(entity, id) {
      const rows = await db
        .selectFrom('events')
        .select(['id', 'at', 'author', 'session_id', 'tool', 'action', 'before', 'after'])
        .where('entity', '=', entity)
        .where('entity_id', '=', String(id))
        .orderBy('id')
        .execute();
      return rows.map(({ before, after, ...row }) => ({
        ...row,
        before: before === null ? null : parseRecord(before),
        after: after === null ? null : parseRecord(after),
      }));
    },

    async tasksClosedBy(sessionId) {
      const rows = await db
        .selectFrom('events')
        .select('entity_id')
        .distinct()
        .where('session_id', '=', sessionId)
        .where('entity', '=', 'task')
        .where('action', 'like', '% → done')
        .execute();
      return rows.map((row) => Number(row.entity_id)).sort((a, b) => a - b);
    },
  };
}

function changedPart(before: object, after: object): [object, object] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => JSON.stringify(was.get(key)) !== JSON.stringify(is.get(key)),
  );
  const pick = (from: Map<string, unknown>) =>
    Object.fromEntries(keys.map((k) => [k, from.get(k)]));
  return [pick(was), pick(is)];
}
