import type { ReadyFilter } from '../../project/store/claims.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';
import type { Invocation } from '../command.ts';
import { textOption } from '../read-values.ts';

/** The feature and discipline asked for; a name that nobody has is refused, not taken as "nothing ready". */
export async function readyFilter(
  store: ProjectStore,
  invocation: Invocation,
): Promise<ReadyFilter> {
  const feature = textOption(invocation, 'feature');
  const discipline = textOption(invocation, 'discipline');
  if (feature !== undefined) await store.features.get(feature);
  if (discipline !== undefined) await store.disciplines.get(discipline);
  return { feature, discipline };
}
