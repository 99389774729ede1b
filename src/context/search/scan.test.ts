import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanSigns } from './sign-scan.ts';
import { packTermCounts, termCountReader, termHash } from './term-counts.ts';
import { cosineWith, packVector, signsOf, unpackVector } from './vector-bytes.ts';

/** Vectors of length one that are the same every time. */
function vectors(count: number, size: number): Float32Array[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: size }, random);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);

describe('the scan over signs', () => {
  const stored = vectors(600, 64);
  const signs = new Uint8Array(600 * 8);
  stored.forEach((vector, place) => {
    signs.set(signsOf(vector), place * 8);
  });
  const query = stored[17] ?? new Float32Array();

  it('finds the neighbourhood, best first', () => {
    const { places } = scanSigns(query, signs, 600, 60);
    expect(places).toHaveLength(60);
    expect(places[0]).toBe(17);
    const exact = stored
      .map((vector, place) => ({ place, cosine: dot(query, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 10);
    const found = exact.filter(({ place }) => places.includes(place)).length;
    expect(found).toBeGreaterThanOrEqual(9);
  });

  it('says how near all the others are', () => {
    const [common = new Float32Array(), ...parts] = vectors(1_601, 256);
    // Numbers of embeddings are spread like sums of many; texts of one project all lean to one side.
    const leaning = Array.from({ length: 400 }, (_, at) => {
      const four = parts.slice(4 * at, 4 * at + 4);
      const sum = common.map((value, n) => four.reduce((all, one) => all + (one[n] ?? 0), value));
      const length = Math.hypot(...sum);
      return sum.map((value) => value / length);
    });
    const all = new Uint8Array(leaning.flatMap((vector) => [...signsOf(vector)]));
    const asked = leaning[0] ?? new Float32Array();
    const { places, others } = scanSigns(asked, all, 400, 20);
    const left = leaning.filter((_, place) => !places.includes(place));
    const mean = left.reduce((sum, vector) => sum + dot(asked, vector), 0) / left.length;
    expect(others.count).toBe(380);
    expect(mean).toBeGreaterThan(0.15);
    expect(others.meanScore / mean).toBeGreaterThan(0.7);
    expect(others.meanScore / mean).toBeLessThan(0.9);
    expect(scanSigns(asked, all, 400, 400).others).toEqual({ count: 0, meanScore: 0 });
  });

  it('sees only what is allowed, and takes no list at all', () => {
    const { places } = scanSigns(query, signs, 600, 1_000, (place) => place % 2 === 0);
    expect(places).toHaveLength(300);
    expect(places.every((place) => place % 2 === 0)).toBe(true);
    expect(scanSigns(query, signs, 0, 10).places).toEqual([]);
    expect(scanSigns(query, signs, 600, 10, () => false).places).toEqual([]);
  });
});

describe('packed vectors', () => {
  it('keep their direction', () => {
    const [a, b] = vectors(2, 384);
    if (!a || !b) throw new Error('two were asked for');
    expect(cosineWith(a, packVector(b))).toBeCloseTo(dot(a, b), 2);
    expect(dot(a, unpackVector(packVector(a)))).toBeCloseTo(1, 4);
  });

  it('that are damaged are near to nothing, and cost no search', () => {
    const [a = new Float32Array()] = vectors(1, 384);
    const withScale = (...bytes: number[]) =>
      Uint8Array.from([...bytes, ...packVector(a).slice(4)]);
    const [nan, infinite] = [withScale(0x7f, 0xc0, 0, 0), withScale(0x7f, 0x80, 0, 0)];
    for (const damaged of [
      nan,
      infinite,
      new Uint8Array(),
      new Uint8Array(3),
      packVector(a.slice(1)),
    ])
      expect(cosineWith(a, damaged)).toBe(0);
  });
});

describe('packed term counts', () => {
  it('give back what was counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 60 }),
        (terms) => {
          const countOf = termCountReader(packTermCounts(terms));
          for (const term of terms)
            expect(countOf(termHash(term))).toBe(terms.filter((other) => other === term).length);
          expect(countOf(termHash('a term that is in none of them'))).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });
});
