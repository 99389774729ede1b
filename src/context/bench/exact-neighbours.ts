import { breathe } from './breathe.ts';

const vectorsAtATime = 1_000;

/** The true nearest of each question among `count` vectors, by looking at every one of them. */
export async function exactNeighbours(
  questions: readonly Float32Array[],
  count: number,
  vectorAt: (place: number) => Float32Array,
  { depth, signal }: { readonly depth: number; readonly signal: AbortSignal },
): Promise<readonly ReadonlySet<number>[]> {
  const found = questions.map((): { place: number; cosine: number }[] => []);
  for (let place = 0; place < count; place++) {
    if (place % vectorsAtATime === 0) await breathe(signal);
    const vector = vectorAt(place);
    for (const [which, question] of questions.entries()) {
      const best = found[which] ?? [];
      const cosine = dot(question, vector);
      if (best.length === depth && cosine <= (best.at(-1)?.cosine ?? 0)) continue;
      best.push({ place, cosine });
      best.sort((a, b) => b.cosine - a.cosine);
      best.length = Math.min(best.length, depth);
    }
  }
  return found.map((best) => new Set(best.map(({ place }) => place)));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
