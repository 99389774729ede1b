import { createHash } from 'node:crypto';

/** A random order that is the same every time for the same seed. */
export function shuffled<Value>(values: readonly Value[], seed: string): Value[] {
  return values
    .map((value, place) => ({
      value,
      order: createHash('sha1').update(`${seed}\0${place}`).digest('hex'),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ value }) => value);
}
