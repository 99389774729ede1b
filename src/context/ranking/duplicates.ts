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

/** Of a longer text its beginning and its end are compared. */
const mostCompared = 6_000;
/** Texts of which one is less than half as long as the other do not say the same. */
const leastLength = 0.5;

interface WordSet {
  readonly words: ReadonlySet<string>;
  readonly negations: number;
}

function wordsOf(whole: string): WordSet {
  const half = mostCompared / 2;
  const text =
    whole.length > mostCompared ? `${whole.slice(0, half)} ${whole.slice(-half)}` : whole;
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

interface Text {
  readonly length: number;
  readonly words: () => WordSet;
}

/** Words are taken out of a text at most once, and only when there is another of its length. */
function textOf(text: string): Text {
  let words: WordSet | undefined;
  return {
    length: text.length,
    words: () => {
      words ??= wordsOf(text);
      return words;
    },
  };
}

/** Says of each text in turn whether one before it said the same; the first of them stays. */
export function duplicateDetector(): (text: string) => boolean {
  const kept: Text[] = [];
  return (whole) => {
    const text = textOf(whole);
    const comparable = kept.filter(({ length }) => {
      return Math.min(length, text.length) >= leastLength * Math.max(length, text.length);
    });
    if (comparable.some((other) => areAlike(text.words(), other.words()))) return true;
    kept.push(text);
    return false;
  };
}
