const alike = 0.8;
const negations = new Set([
  'not',
  'no',
  'never',
  'without',
  'cannot',
  'dont',
  'disable',
  'disabled',
]);

interface WordSet {
  readonly words: ReadonlySet<string>;
  readonly negations: number;
}

function wordsOf(text: string): WordSet {
  const words = new Set(
    text
      .toLowerCase()
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}_]+/gu) ?? [],
  );
  let count = 0;
  for (const word of words) if (negations.has(word)) count++;
  return { words, negations: count };
}

/** Shared words over all words; texts that differ in a negation say opposite things and are not alike. */
function areAlike(a: WordSet, b: WordSet): boolean {
  if (a.negations !== b.negations) return false;
  const [small, large] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  if (small.size < alike * large.size) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared >= alike * (small.size + large.size - shared);
}

/** Says of each text in turn whether one before it said the same; the first of them stays. */
export function duplicateDetector(): (text: string) => boolean {
  const kept: WordSet[] = [];
  return (text) => {
    const words = wordsOf(text);
    if (kept.some((other) => areAlike(words, other))) return true;
    kept.push(words);
    return false;
  };
}
