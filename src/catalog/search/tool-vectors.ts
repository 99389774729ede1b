/** The vectors of a catalog in one block of memory; a tool that has none yet is simply not compared. */
/** What search keeps of a tool's meaning. */
export interface ToolVector {
  readonly vector: Float32Array;
  /** The cosine of its name and its description; null where there is no description. */
  readonly coherence: number | null;
}

const rowsAtOnce = 4;
/** Of catalogs whose tools say nothing about it. */
const ordinaryLevel = 0.55;

export interface ToolVectors {
  /** How many tools have one. */
  readonly count: number;
  /**
   * How close texts of this catalog come to each other when they speak of the same tool: the mean cosine of
   * names and descriptions. Terse catalogs and chatty ones differ by half, and what is close in one is not in
   * the other.
   */
  readonly level: number;
  /** One cosine per tool, NaN where there is no vector. */
  cosines(query: Float32Array): Float64Array;
}

export function createToolVectors(
  size: number,
  vectorOf: (place: number) => ToolVector | undefined,
): ToolVectors {
  const rows = Array.from({ length: size }, (_, place) => vectorOf(place));
  const width = rows.find((row) => row !== undefined)?.vector.length ?? 0;
  const block = new Float32Array(Math.ceil(size / rowsAtOnce) * rowsAtOnce * width);
  const present = new Uint8Array(size);
  let count = 0;
  rows.forEach((row, place) => {
    if (row?.vector.length !== width || width === 0) return;
    block.set(row.vector, place * width);
    present[place] = 1;
    count++;
  });
  const coherent = rows.flatMap((row) => row?.coherence ?? []);
  const sum = coherent.reduce((total, value) => total + value, 0);
  return {
    count,
    level: coherent.length === 0 ? ordinaryLevel : Math.max(0.2, sum / coherent.length),
    cosines(query) {
      const cosines = new Float64Array(size).fill(Number.NaN);
      if (query.length !== width) return cosines;
      const asked = Float64Array.from(query);
      for (let first = 0; first < size; first += rowsAtOnce) {
        const products = fourProducts(block, first * width, asked);
        for (let row = 0; row < rowsAtOnce; row++)
          if (present[first + row] === 1) cosines[first + row] = products[row] ?? 0;
      }
      return cosines;
    },
  };
}

/** Four rows at once read the question a quarter as often, and this loop is what a search spends its time on. */
function fourProducts(block: Float32Array, start: number, query: Float64Array) {
  const width = query.length;
  const [second, third, fourth] = [start + width, start + 2 * width, start + 3 * width];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < width; i++) {
    const asked = query[i] ?? 0;
    a += (block[start + i] ?? 0) * asked;
    b += (block[second + i] ?? 0) * asked;
    c += (block[third + i] ?? 0) * asked;
    d += (block[fourth + i] ?? 0) * asked;
  }
  return [a, b, c, d] as const;
}
