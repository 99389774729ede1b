import { tokenize } from '../../base/tokenize.ts';

/** Pieces beyond this many are judged as one: a summary of a book is not what this is for. */
const mostPieces = 2_000;

/**
 * The sentences of a text that say most that is new, in their own order and words. Each is worth the rarity of
 * its words that no chosen sentence has said yet, and more for numbers, names, paths and codes, because those
 * are what nobody can guess back.
 */
export function noveltyExtract(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const pieces = sentences(text).slice(0, mostPieces);
  const words = pieces.map((piece) => wordsOf(piece));
  const frequency = new Map<string, number>();
  for (const set of words) {
    for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const rarity = (word: string) =>
    Math.log(1 + pieces.length / (frequency.get(word) ?? 1)) * (isSpecific(word) ? 2 : 1);

  const said = new Set<string>();
  const chosen = new Set<number>();
  let length = 0;
  for (;;) {
    const best = mostNews({ pieces, words, said, chosen, rarity, room: longest - length });
    if (best === undefined) break;
    chosen.add(best);
    length += (pieces[best]?.length ?? 0) + 1;
    for (const word of words[best] ?? []) said.add(word);
  }
  if (chosen.size === 0) return cut(pieces[0] ?? text, longest);
  return joined(pieces, chosen);
}

function mostNews(state: {
  readonly pieces: readonly string[];
  readonly words: readonly ReadonlySet<string>[];
  readonly said: ReadonlySet<string>;
  readonly chosen: ReadonlySet<number>;
  readonly rarity: (word: string) => number;
  readonly room: number;
}): number | undefined {
  let best: number | undefined;
  let bestNews = 0;
  state.pieces.forEach((piece, place) => {
    if (state.chosen.has(place) || piece.length > state.room) return;
    let news = 0;
    for (const word of state.words[place] ?? []) {
      if (!state.said.has(word)) news += state.rarity(word);
    }
    // Per root of its length: long sentences say more, but must not win by length alone.
    const value = news / Math.sqrt(piece.length + 20);
    if (value > bestNews) [best, bestNews] = [place, value];
  });
  return best;
}

function sentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?。！？])\s+(?=[\p{Lu}\p{N}"'`([])/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function wordsOf(sentence: string): ReadonlySet<string> {
  const words =
    sentence.match(/[\p{L}\p{N}_][\p{L}\p{N}_.:/\\-]*[\p{L}\p{N}_]|[\p{L}\p{N}_]/gu) ?? [];
  // Words that every text has say nothing new in any of them.
  const telling = words.filter((word) => tokenize(word).length > 0);
  return new Set(telling.map((word) => (isSpecific(word) ? word : word.toLowerCase())));
}

/** Numbers, identifiers, paths, and names written with a capital inside or in front. */
function isSpecific(word: string): boolean {
  return /\d|[_./\\:]|^\p{Lu}|\p{Ll}\p{Lu}/u.test(word);
}

function joined(pieces: readonly string[], chosen: ReadonlySet<number>): string {
  const kept = [...chosen].sort((a, b) => a - b);
  return kept
    .map((place, index) => {
      const follows = index === 0 ? place === 0 : kept[index - 1] === place - 1;
      return `${follows ? '' : '… '}${pieces[place]}`;
    })
    .join('\n');
}

function cut(text: string, longest: number): string {
  return `${text.slice(0, Math.max(1, longest - 1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
