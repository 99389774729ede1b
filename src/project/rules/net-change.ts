import type { EventEntity } from '../store/events.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One event, as far as it tells what became of a row. */
export interface RowEvent {
  readonly entity: EventEntity;
  readonly entity_id: string;
  readonly action: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** What all the events of a row come to: the fields as they were before the first and after the last. */
export interface NetChange {
  readonly entity: EventEntity;
  readonly id: string;
  /** Null when the row was not there. */
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** One entry for each row that is not as it was, in the order in which they were first touched. */
export function netChanges(events: readonly RowEvent[]): NetChange[] {
  const rows = new Map<string, NetChange>();
  for (const event of events) {
    const key = `${event.entity} ${event.entity_id}`;
    rows.set(key, joined(rows.get(key), event));
  }
  return [...rows.values()].filter(({ before, after }) => before !== null || after !== null);
}

function joined(earlier: NetChange | undefined, event: RowEvent): NetChange {
  const { entity, entity_id: id } = event;
  // What a deletion was for may stand in the event's "after"; the row is gone all the same.
  const gone = event.action === 'deleted';
  if (!earlier) return { entity, id, before: event.before, after: gone ? null : event.after };
  return {
    entity,
    id,
    // Each event holds only what it changed. Where several changed a field, the first knows how it was.
    before: earlier.before && { ...event.before, ...earlier.before },
    after: gone ? null : { ...earlier.after, ...event.after },
  };
}

/** Claims are renewed without an event, and a time alone is no change. */
const passing = new Set(['updated_at', 'claimed_by', 'claim_expires_at']);

/** The fields of a change that count, without those that come and go. */
export function lastingFields(fields: Fields): string[] {
  return Object.keys(fields).filter((field) => !passing.has(field));
}

/** What of `fields` may be written back; a claim of the past is nobody's. */
export function restorableFields(fields: Fields): Record<string, unknown> {
  const { claimed_by: _, claim_expires_at: __, ...rest } = fields;
  return rest;
}
