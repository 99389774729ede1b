/** A test as its source shows it. */
export interface TestCase {
  readonly title: string;
  /** Without comments, and without what stands in strings. */
  readonly body: string;
  readonly skipped: boolean;
  readonly focused: boolean;
  /** How many cases a table in the source makes of it; 1 without a table. */
  readonly rows: number;
}

/** Where in a text something stands, and whether everything in it is skipped. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export function isWithin(place: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ start, end }) => start <= place && place < end);
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A bracket that is not closed by then is no bracket: a quote or a pattern was misread. */
const longestBlock = 200_000;

/** The place after the bracket that closes the one at `open`, in masked code. */
export function afterBracket(code: string, open: number): number {
  const opens = code[open] ?? '';
  const closes = closing[opens];
  if (closes === undefined) return open;
  const limit = Math.min(code.length, open + longestBlock);
  let depth = 0;
  for (let at = open; at < limit; at++) {
    if (code[at] === opens) depth++;
    else if (code[at] === closes && --depth === 0) return at + 1;
  }
  return limit;
}

/** How many elements stand in the list that opens at `open`. */
export function elementsIn(code: string, open: number): number {
  const end = afterBracket(code, open) - 1;
  let depth = 0;
  let elements = 0;
  let inElement = false;
  for (let at = open + 1; at < end; at++) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (character === ',' && depth === 0) inElement = false;
    else if (!inElement && /\S/.test(character)) {
      inElement = true;
      elements++;
    }
  }
  return elements;
}
