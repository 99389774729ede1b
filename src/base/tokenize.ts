import { stem } from './stem.ts';

/** So common that they say nothing about a text; in a small store their rarity would be an accident. */
const stopWords = new Set(
  `a about after all also am an and any are as at be because been before being between both but by
  can could did do does doing done each for from get got had has have having he her here him his how
  i if in into is it its just let like me more most my no nor not of on once only or other our out over
  own please same she should so some such than that the their them then there these they this those
  through to too under until up use used using very via was we were what when where which while who
  whom why will with would you your`.split(/\s+/),
);

const words = /[\p{L}\p{N}_]+/gu;
const scriptsWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Between fooBar, FOOBar and foo_bar; digits stay with what they number. */
const joints = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** A hash or an encoded blob is no word; its beginning is enough to find it again. */
const longestTerm = 40;

const knownStems = new Map<string, string>();

function stemmed(word: string): string {
  let found = knownStems.get(word);
  if (found === undefined) {
    if (knownStems.size > 50_000) knownStems.clear();
    found = stem(word);
    knownStems.set(word, found);
  }
  return found;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`);
}

/**
 * The terms of a text, in order: words by their stem, identifiers whole and in parts (`readFile`, `read_file` and
 * "read file" meet), error codes as written, scripts without spaces by pairs of characters.
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  const push = (word: string) => {
    if (word !== '' && !stopWords.has(word)) terms.push(stemmed(word.slice(0, longestTerm)));
  };
  for (const [run] of plain(text).matchAll(words)) {
    if (scriptsWithoutSpaces.test(run)) {
      terms.push(...pairsOf(run.toLowerCase()));
      continue;
    }
    const parts = run.split(joints).filter((part) => part !== '');
    for (const part of parts) push(part.toLowerCase());
    if (parts.length > 1) terms.push(parts.join('').toLowerCase().slice(0, longestTerm));
  }
  return terms;
}

/** Accents go, so that a term is found however it was typed. */
function plain(text: string): string {
  return /^\p{ASCII}*$/u.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
}
