import { expect, it } from 'vitest';
import { createToolVectors } from './tool-vectors.ts';

it('compares every tool that has a vector, whatever their number', () => {
  const rows = Array.from({ length: 6 }, (_, place) => Float32Array.of(place, 1, -place));
  const vectors = createToolVectors(6, (place) => {
    const vector = rows[place];
    return vector && place !== 2 ? { vector, coherence: null } : undefined;
  });
  expect(vectors.count).toBe(5);
  const query = Float32Array.of(2, 3, 0.5);
  expect([...vectors.cosines(query)]).toEqual([3, 4.5, Number.NaN, 7.5, 9, 10.5]);
  expect([...vectors.cosines(Float32Array.of(1))]).toEqual(rows.map(() => Number.NaN));
});
