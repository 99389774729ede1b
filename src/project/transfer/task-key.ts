import type { Task } from '../model.ts';

/** How a task without an id of its own is called in a file: by its number here. */
const ownKey = /^T-([1-9]\d{0,14})$/;

/** A name for every task that no other of them has. */
export function keysOf(tasks: readonly Task[]): ReadonlyMap<number, string> {
  const taken = new Set(tasks.flatMap(({ external_id }) => external_id ?? []));
  return new Map(
    tasks.map(({ id, external_id }) => {
      let key = external_id ?? `T-${id}`;
      if (external_id === null) while (taken.has(key)) key += '-own';
      return [id, key];
    }),
  );
}

/** The number in a key that a file got from this or another project. */
export function numberInKey(key: string): number | undefined {
  const number = ownKey.exec(key)?.[1];
  return number === undefined ? undefined : Number(number);
}
