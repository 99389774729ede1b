/** Some circle among these links, as the path that comes back to where it began; undefined when there is none. */
export function circleIn<Id extends string | number>(
  links: ReadonlyMap<Id, readonly Id[]>,
): readonly Id[] | undefined {
  const finished = new Set<Id>();
  for (const start of links.keys()) {
    // A stack of its own: a chain of ten thousand tasks is deeper than the language's.
    const path: Id[] = [start];
    const onPath = new Set<Id>(path);
    const open = [[...(links.get(start) ?? [])]];
    while (path.length > 0) {
      const next = finished.has(start) ? undefined : open.at(-1)?.pop();
      if (next === undefined) {
        const done = path.pop();
        open.pop();
        if (done === undefined) break;
        onPath.delete(done);
        finished.add(done);
      } else if (onPath.has(next)) {
        return [...path.slice(path.indexOf(next)), next];
      } else if (!finished.has(next)) {
        path.push(next);
        onPath.add(next);
        open.push([...(links.get(next) ?? [])]);
      }
    }
  }
  return undefined;
}
