/** An edge of a dependency graph, of tasks by id or features by name: `task` waits for `dependsOn`. */
export interface DependencyEdge<Id = number> {
  readonly task: Id;
  readonly dependsOn: Id;
}

/**
 * The shortest way from `start` to `goal` along dependencies, or undefined.
 * If adding "goal depends on start" is asked for, such a way is the cycle it would close.
 */
export function dependencyPath<Id extends string | number>(
  edges: Iterable<DependencyEdge<Id>>,
  start: Id,
  goal: Id,
): readonly Id[] | undefined {
  if (start === goal) return [start];
  const waitsFor = new Map<Id, Id[]>();
  for (const { task, dependsOn } of edges) {
    const known = waitsFor.get(task);
    if (known) known.push(dependsOn);
    else waitsFor.set(task, [dependsOn]);
  }
  const cameFrom = new Map<Id, Id>([[start, start]]);
  let frontier = [start];
  while (frontier.length > 0) {
    const reached: Id[] = [];
    for (const task of frontier) {
      for (const dependency of waitsFor.get(task) ?? []) {
        if (cameFrom.has(dependency)) continue;
        cameFrom.set(dependency, task);
        if (dependency === goal) return walkBack(cameFrom, start, goal);
        reached.push(dependency);
      }
    }
    frontier = reached;
  }
  return undefined;
}

function walkBack<Id>(cameFrom: ReadonlyMap<Id, Id>, start: Id, goal: Id): Id[] {
  const path = [goal];
  for (let at = goal; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    path.push(at);
  }
  return path.reverse();
}

/** `#7 → #3 → #7`, with the middle of a long one left out but counted. */
export function describePath(path: readonly number[], shown = 12): string {
  const name = (task: number) => `#${task}`;
  if (path.length <= shown) return path.map(name).join(' → ');
  const head = path.slice(0, shown - 3).map(name);
  const tail = path.slice(-2).map(name);
  return [...head, `(${path.length - shown + 1} more)`, ...tail].join(' → ');
}
