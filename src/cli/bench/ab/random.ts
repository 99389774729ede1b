import { createHash } from 'node:crypto';

/** Numbers in [0, 1) that are the same every time for the same seed (sfc32, seeded by a hash). */
export function seededRandom(...seed: readonly (string | number)[]): () => number {
  const bytes = createHash('sha256').update(seed.join('\0')).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

export function shuffledBy<Value>(values: readonly Value[], random: () => number): Value[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [moved] = order.splice(other, 1);
    if (moved !== undefined) order.splice(last, 0, moved);
  }
  return order;
}

export function pick<Value>(values: readonly Value[], random: () => number): Value | undefined {
  return values[Math.floor(random() * values.length)];
}
