/** Tests of one subject share its words, so that a little more than that is asked for. */
const alike = 0.4;

/** Whether two pieces of masked code say much the same, told by the words in them. */
export function isAlike(one: string, other: string): boolean {
  const a = wordsOf(one);
  const b = wordsOf(other);
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 || shared / all >= alike;
}

function wordsOf(code: string): Set<string> {
  return new Set(code.match(/[\w$]+/g));
}
