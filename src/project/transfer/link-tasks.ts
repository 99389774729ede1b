import { ToolError } from '../../base/errors.ts';
import type { Task } from '../model.ts';
import type { ProjectStore } from '../store/project-store.ts';
import type { Placed } from './apply-plan.ts';
import type { TransferProblem } from './problem.ts';
import { numberInKey } from './task-key.ts';

interface Wait {
  readonly place: string;
  readonly id: number;
  readonly dependsOn: readonly number[];
}

/** Turns the keys by which tasks of a file name each other into the numbers they have here. */
export async function setLinks(
  store: ProjectStore,
  tasks: readonly Task[],
  placed: readonly Placed[],
): Promise<TransferProblem[]> {
  const problems: TransferProblem[] = [];
  const idOf = keyReader(tasks, placed);
  const waits: Wait[] = [];
  for (const { planned, id } of placed) {
    const { place, links } = planned;
    const resolve = (keys: readonly string[]) =>
      keys.flatMap((key) => {
        const found = idOf(key);
        if (found !== undefined) return [found];
        problems.push({ place, message: `"${key}" is no task of the file or of the project` });
        return [];
      });
    if (links.depends_on) waits.push({ place, id, dependsOn: resolve(links.depends_on) });
    const task = await store.tasks.get(id);
    const [discovered_from = task.discovered_from] = resolve(
      links.discovered_from === undefined ? [] : [links.discovered_from],
    );
    const superseded_by = links.superseded_by ? resolve(links.superseded_by) : task.superseded_by;
    if (
      discovered_from !== task.discovered_from ||
      superseded_by.join() !== task.superseded_by.join()
    ) {
      await store.tasks.change(id, { discovered_from, superseded_by }, 'imported');
    }
  }
  return problems.length > 0 ? problems : setDependencies(store, waits);
}

function keyReader(tasks: readonly Task[], placed: readonly Placed[]) {
  const inFile = new Map(placed.map(({ planned, id }) => [planned.key, id]));
  const byExternalId = new Map(tasks.map((task) => [task.external_id, task.id]));
  const numbers = new Set(tasks.map((task) => task.id));
  return (key: string): number | undefined => {
    const number = numberInKey(key);
    const own = number !== undefined && numbers.has(number) ? number : undefined;
    return inFile.get(key) ?? byExternalId.get(key) ?? own;
  };
}

/** What a file takes away goes first, or turning a link round would look like a circle on the way. */
async function setDependencies(
  store: ProjectStore,
  waits: readonly Wait[],
): Promise<TransferProblem[]> {
  const problems: TransferProblem[] = [];
  for (const { id, dependsOn } of waits) {
    const { depends_on } = await store.tasks.get(id);
    const kept = depends_on.filter((other) => dependsOn.includes(other));
    if (kept.length < depends_on.length) await store.dependencies.set(id, kept);
  }
  for (const { place, id, dependsOn } of waits) {
    try {
      await store.dependencies.set(id, dependsOn);
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      problems.push({ place, message: thrown.message });
    }
  }
  return problems;
}
