const vowels = /[aeiou]|(?<=[^aeiou])y/;
const measured = /[aeiouy]+[^aeiouy]+/g;

/** How many times vowels are followed by consonants: the length of a stem as Porter counts it. */
function measure(stem: string): number {
  const plain = stem.replace(/^y/, 'j').replace(/(?<=[aeiou])y/g, 'j');
  return plain.match(measured)?.length ?? 0;
}

const endsInDouble = (word: string) => /([^aeiou])\1$/.test(word);
const endsShort = (word: string) => /^.*[^aeiou][aeiouy][^aeiouwxy]$/.test(word);

type Endings = readonly (readonly [ending: string, replacement: string])[];

const longEndings: Endings = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];

const middleEndings: Endings = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

const lastEndings =
  /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function replaceEnding(word: string, endings: Endings): string {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutPastOrGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = word.replace(/(?:ed|ing)$/, '');
  if (stem === word || !vowels.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function withoutLastEnding(word: string): string {
  const stem = word.replace(lastEndings, '');
  return stem !== word && measure(stem) > 1 ? stem : word;
}

function tidied(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const without = stem.slice(0, -1);
    const length = measure(without);
    if (length > 1 || (length === 1 && !endsShort(without))) stem = without;
  }
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

/** Porter's stemmer, for lower-case English words; anything else comes back as it is. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let result = withoutPastOrGerund(withoutPlural(word));
  if (result.endsWith('y') && vowels.test(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceEnding(replaceEnding(result, longEndings), middleEndings);
  return tidied(withoutLastEnding(result));
}
