import { lineDepth, type Name } from './assigned-name.ts';
import { type LinePatterns, linePatterns } from './line-patterns.ts';

interface Span {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  readonly tight: boolean;
}

export const authorizationScheme =
  /^(?:Bearer|Basic|Digest|Token|Negotiate|ApiKey|Key|AWS4-HMAC-SHA256)[ \t]+(?=\S)/i;

const opening = /(\\*)(["'`])/y;
/** Somewhere in a text, a value ends at white space (also escaped), a quote, the next parameter or field. */
const anywhere = /(?:[^\s"'`&;<>\\]|\\(?![nr"'`\\]))+/y;
/** The value of a `SHOUTED_NAME` comes from a shell, where parameters and fields mean nothing. */
const inCommand = /(?:[^\s"'`\\]|\\(?![nr"'`\\]))+/y;
const restOfLine = /(?:[^\r\n"'`\\]|\\(?![nr"'`\\]))+/y;

/** Where the value assigned to a secret name begins and ends, the separator being given. */
export function valueAfter(text: string, separator: number, name: Name): Span | undefined {
  let start = separator + 1;
  while (start < separator + 3 && (text[start] === '=' || text[start] === '>')) start++;
  const first = start;
  start = endOf(name.quoted ? /\s*/y : /[ \t]*/y, text, start) ?? start;
  const tight = start === first && text[separator] === '=';
  opening.lastIndex = start;
  const quote = opening.exec(text);
  if (quote) {
    const from = start + quote[0].length;
    const to = closingQuote(text, from, quote[2] ?? '"', quote[1]?.length ?? 0);
    return { start: from, end: to, quoted: true, tight };
  }
  const depth = name.quoted ? undefined : lineDepth(text, name.start);
  const line = depth === undefined ? undefined : linePatterns(depth);
  const blockEnd = line && endOf(line.block, text, start);
  // Like a quoted value, a block is neither prose nor code.
  if (blockEnd !== undefined) return { start, end: blockEnd, quoted: true, tight };
  let end = endOf(bareValue(text, start, name, tight, line), text, start);
  if (end === undefined) return undefined;
  while (!line && end > start && ',)]}.'.includes(text[end - 1] ?? '')) end--;
  return { start, end, quoted: false, tight };
}

function bareValue(
  text: string,
  start: number,
  name: Name,
  tight: boolean,
  line: LinePatterns | undefined,
): RegExp {
  const isHeader =
    /cookies?$/i.test(name.text) ||
    (/authorization$/i.test(name.text) && authorizationScheme.test(text.slice(start, start + 40)));
  if (isHeader) return line?.rest ?? restOfLine;
  if (tight && line) return line.word;
  return tight && name.text === name.text.toUpperCase() ? inCommand : anywhere;
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The quote that closes a value opened behind `depth` backslashes; without one, the end of the line. */
function closingQuote(text: string, from: number, quote: string, depth: number): number {
  let backslashes = 0;
  for (let i = from; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') {
      backslashes++;
      continue;
    }
    if (character === '\n') return i;
    if (character === quote) {
      const closes = depth === 0 ? backslashes % 2 === 0 : backslashes <= depth;
      if (closes) return depth === 0 ? i : i - backslashes;
    }
    backslashes = 0;
  }
  return text.length;
}
