import type { ReadyFilter } from '../../project/store/claims.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';

/** Why there is no task to take, as far as it can be told in a line. */
export async function noneReady(
  { metadata }: ProjectStore,
  { feature, discipline }: ReadyFilter,
): Promise<string> {
  if (feature !== undefined || discipline !== undefined) {
    return 'No task is ready there. "ralph task list" with the same filters shows what there is.';
  }
  const { total, by_status } = await metadata.progress();
  if (total === 0) return 'There are no tasks yet. Add one with "ralph task add".';
  const open = Object.entries(by_status)
    .filter(([status, count]) => count > 0 && status !== 'done' && status !== 'skipped')
    .map(([status, count]) => `${count} ${status}`);
  if (open.length === 0) return `Nothing is left to do: all ${total} tasks are done or skipped.`;
  return `No task is ready: ${open.join(', ')}. Pending ones wait for others or are held.`;
}
