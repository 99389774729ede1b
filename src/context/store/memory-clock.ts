import type { Handle } from './items.ts';

/** The memory's own count of iterations: ages are differences of it, so it never goes back. */
export async function currentIteration(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('memory_state')
    .select('value')
    .where('name', '=', 'iteration')
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** One iteration later, or at the iteration that the caller counts if that is later still. */
export async function advanceIteration(db: Handle, reported: number): Promise<number> {
  const now = Math.max((await currentIteration(db)) + 1, reported);
  await setIteration(db, now);
  return now;
}

export async function setIteration(db: Handle, value: number): Promise<void> {
  await db
    .insertInto('memory_state')
    .values({ name: 'iteration', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
