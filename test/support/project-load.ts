import { expect } from 'vitest';
import type { Scenario } from './scenario.ts';

/** The feature and the discipline that writers write to. */
export function prepareLoad({ store }: Scenario): Promise<void> {
  return store(async ({ features, disciplines }) => {
    await features.add('load', { display_name: 'Load' });
    const look = { display_name: 'Backend', icon: 'box', color: '#336699' };
    await disciplines.add('backend', look);
  });
}

/** Every task that was answered for is there under its id, with an event of its own, in a sound database. */
export async function expectAllThere(
  { app }: Scenario,
  answered: ReadonlyMap<number, string>,
): Promise<void> {
  const database = await app.database();
  const rows = await database.kysely.selectFrom('tasks').select(['id', 'title']).execute();
  const stored = new Map(rows.map(({ id, title }) => [id, title]));
  for (const [id, title] of answered) expect(stored.get(id)).toBe(title);
  const events = await database.kysely
    .selectFrom('events')
    .select('entity_id')
    .where('action', '=', 'created')
    .where('entity', '=', 'task')
    .execute();
  expect(new Set(events.map(({ entity_id }) => Number(entity_id)))).toEqual(new Set(stored.keys()));
  expect(await database.integrityCheck()).toEqual([]);
}
