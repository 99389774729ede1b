import type { ProjectStore } from '../store/project-store.ts';
import type { NewTask } from '../store/tasks.ts';

/** A pending task of a person's, with its feature and discipline when they are missing; answers its number. */
export async function addTaskWithParents(
  { features, disciplines, tasks, dependencies }: ProjectStore,
  task: Partial<NewTask> & Pick<NewTask, 'feature' | 'discipline' | 'title'>,
  dependsOn: readonly number[],
): Promise<number> {
  const { feature, discipline } = task;
  if (!(await features.find(feature))) await features.add(feature, { display_name: feature });
  if (!(await disciplines.find(discipline))) {
    const look = { display_name: discipline, icon: 'box', color: '#336699' };
    await disciplines.add(discipline, look);
  }
  const { id } = await tasks.add({ status: 'pending', provenance: 'human', ...task });
  if (dependsOn.length > 0) await dependencies.set(id, [...dependsOn]);
  return id;
}
