/** The vectors of a catalog in one block of memory; a tool that has none yet is simply not compared. */
export interface ToolVectors {
  /** How many tools have one. */
  readonly count: number;
  /** One cosine per tool, NaN where there is no vector. */
  cosines(query: Float32Array): Float64Array;
}

export function createToolVectors(
  size: number,
  vectorOf: (place: number) => Float32Array | undefined,
): ToolVectors {
  const rows: (Float32Array | undefined)[] = Array.from({ length: size }, (_, place) =>
    vectorOf(place),
  );
  const width = rows.find((row) => row !== undefined)?.length ?? 0;
  const block = new Float32Array(size * width);
  const present = new Uint8Array(size);
  let count = 0;
  rows.forEach((row, place) => {
    if (row?.length !== width || width === 0) return;
    block.set(row, place * width);
    present[place] = 1;
    count++;
  });
  return {
    count,
    cosines(query) {
      const cosines = new Float64Array(size).fill(Number.NaN);
      if (query.length !== width) return cosines;
      for (let place = 0; place < size; place++) {
        if (present[place] === 0) continue;
        const start = place * width;
        let sum = 0;
        for (let i = 0; i < width; i++) sum += (block[start + i] ?? 0) * (query[i] ?? 0);
        cosines[place] = sum;
      }
      return cosines;
    },
  };
}
