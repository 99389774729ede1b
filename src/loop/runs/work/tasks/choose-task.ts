import { satisfiesDependents } from '../../../../project/rules/status.ts';
import type { ReadyFilter } from '../../../../project/store/claims.ts';
import type { ProjectStore } from '../../../../project/store/project-store.ts';

/**
 * The task for the next iteration: one that is asked for, if it can be taken; else one that was begun; else the
 * first that is ready.
 */
export async function chooseTask(
  store: ProjectStore,
  given: {
    readonly filter: ReadyFilter;
    readonly first: readonly (number | null)[];
    readonly now: string;
  },
): Promise<number | undefined> {
  const { filter, first, now } = given;
  for (const id of first) {
    if (id !== null && (await canBeTaken(store, id, filter, now))) return id;
  }
  return (await store.claims.unfinished(filter)) ?? (await store.claims.next(filter));
}

async function canBeTaken(
  store: ProjectStore,
  id: number,
  { feature, discipline }: ReadyFilter,
  now: string,
): Promise<boolean> {
  const task = await store.tasks.find(id);
  if (!task || (task.status !== 'pending' && task.status !== 'in_progress')) return false;
  if (feature !== undefined && task.feature !== feature) return false;
  if (discipline !== undefined && task.discipline !== discipline) return false;
  if (task.claim_expires_at !== null && task.claim_expires_at > now) return false;
  const builtOn = await store.dependencies.of(id);
  return builtOn.every(({ status }) => satisfiesDependents(status));
}
