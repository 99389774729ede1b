/** Words that turn a statement round: two texts that differ in these say opposite things. */
const negations = new Set([
  'not',
  'no',
  'never',
  'none',
  'nor',
  'neither',
  'without',
  'cannot',
  'avoid',
  'stop',
  'dont',
  'doesnt',
  'didnt',
  'isnt',
  'arent',
  'wasnt',
  'werent',
  'shouldnt',
  'wont',
  'cant',
  'mustnt',
  'neednt',
]);

const fillers = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'was',
  'were',
  'be',
  'to',
  'of',
  'in',
  'on',
  'at',
  'for',
  'and',
  'or',
  'it',
  'its',
  'this',
  'that',
  'with',
  'as',
  'by',
  'from',
  'do',
  'does',
  'did',
]);

function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '');
}

interface Statement {
  readonly words: ReadonlySet<string>;
  readonly negative: boolean;
}

function statement(text: string): Statement {
  const all = words(text);
  const negative = all.filter((word) => negations.has(word)).length % 2 === 1;
  const content = all.filter((word) => !negations.has(word) && !fillers.has(word));
  return { words: new Set(content), negative };
}

/** Shared words over all words, 0 to 1. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

const duplicateThreshold = 0.7;

/** Does `a` say again what `b` says, say its opposite, or something else? */
export function compareStatements(a: string, b: string): 'same' | 'opposite' | 'different' {
  const left = statement(a);
  const right = statement(b);
  if (jaccard(left.words, right.words) <= duplicateThreshold) return 'different';
  return left.negative === right.negative ? 'same' : 'opposite';
}

/** Letters and digits only, so that `Auth-API` and `auth api` are one name. */
export function normalisedName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How alike two names are, 0 to 1: a shared beginning counts, then shared letter triples. */
export function nameSimilarity(a: string, b: string): number {
  const left = normalisedName(a);
  const right = normalisedName(b);
  if (left === right) return 1;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length >= 4 && long.startsWith(short)) return 0.9;
  return jaccard(triples(left), triples(right));
}

function triples(text: string): ReadonlySet<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
}
