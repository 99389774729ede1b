import type { SessionIdentity } from '../tool/tool.ts';
import type { ProjectStore } from './store/project-store.ts';

/** The task the session was launched for, unless somebody has deleted it since. */
export async function ownTaskId(
  store: ProjectStore,
  session: SessionIdentity | null,
): Promise<number | null> {
  const id = session?.task_id;
  if (id === undefined || id === null) return null;
  return (await store.tasks.find(id)) ? id : null;
}
