import type { Handle, Stamp } from './handle.ts';

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
