import type { LexicalScores } from './field-index.ts';

/**
 * Words count only where they stand out, by one standard deviation of all tools: in a small catalog chance
 * matches are common, and vectors are right more often. All three numbers lie on a plateau; see docs/catalog.md.
 */
const wordsStandOut = 1;
const wordsWeight = 0.24;
/** To the power of one and a half: two words in one tool say more than the same two in different ones. */
const wordsTogether = (score: number) => score * Math.sqrt(score);

/** How strongly the evidence speaks for each tool, by its best tool: what confidence is worked out from. */
export interface Evidence {
  /** Comparable within one query only. */
  readonly strength: Float64Array;
  readonly cosines: Float64Array | undefined;
  /** Of the catalog: what its cosines are measured by. */
  readonly level: number;
  readonly lexical: LexicalScores;
}

/** One ranking from words and vectors, each measured against how all the other tools do on the same query. */
export function fuse(
  lexical: LexicalScores,
  cosines: Float64Array | undefined,
  level: number,
): Evidence {
  const words = standardised(lexical.scores.map(wordsTogether));
  if (!cosines) return { strength: words, cosines, level, lexical };
  const vectors = standardised(cosines);
  const strength = words.map((word, place) => {
    const vector = vectors[place] ?? Number.NaN;
    // A tool without a vector competes by its words, as if its vector were an average one.
    return wordsWeight * Math.max(0, word - wordsStandOut) + (Number.isNaN(vector) ? 0 : vector);
  });
  return { strength, cosines, level, lexical };
}

/** Distances from the mean in standard deviations; what is not a number stays so and counts nowhere. */
function standardised(values: Float64Array): Float64Array {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    squares += value * value;
  }
  const mean = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) || 1;
  return values.map((value) => (value - mean) / deviation);
}
