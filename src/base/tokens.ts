/** The tokenizer's time is quadratic in the length of an unbroken word, so that no part may be long. */
const partLength = 512;
/** Text beyond this is charged at the rate of what was counted: no budget lets through as much anyway. */
const mostCounted = 1_000_000;
const partsPerTurn = 64;

/** Control words such as `<|endoftext|>` in a text are text: they must neither throw nor count as one token. */
const ordinaryText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text by the o200k vocabulary, whose two megabytes are loaded on first use. Exact for text that
 * has spaces, at most one token too many per 512 characters where it has none, an estimate past a million.
 */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  const tokenizer = await import('gpt-tokenizer/encoding/o200k_base');
  const counted = Math.min(text.length, mostCounted);
  let tokens = 0;
  let parts = 0;
  for (let start = 0; start < counted; ) {
    const end = endOfPart(text, start, counted);
    tokens += tokenizer.countTokens(text.slice(start, end), ordinaryText);
    start = end;
    // Other work gets its turn between the parts of a long text.
    if (++parts % partsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return Math.ceil((tokens * text.length) / counted);
}

/** Between a word and the space after it no token crosses; without such a place, never inside a character. */
function endOfPart(text: string, start: number, counted: number): number {
  const end = start + partLength;
  if (end >= counted) return counted;
  for (let at = end; at > start; at--) {
    if (text[at] === ' ' && /[A-Za-z0-9]/.test(text[at - 1] ?? '') && text[at + 1] !== ' ')
      return at;
  }
  return /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end + 1 : end;
}
