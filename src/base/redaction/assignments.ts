import { type Assignment, holdsSecret, isPlaceholder } from './judgement.ts';
import { isSecretName } from './names.ts';

const nameCharacter = /[A-Za-z0-9_.-]/;
const longestName = 128;
const scheme = /^(?:Bearer|Basic|Digest|Token|Negotiate|ApiKey|Key|AWS4-HMAC-SHA256)[ \t]+(?=\S)/i;

/** Replaces the values of assignments whose name says secret. */
export function redactAssignments(text: string, replacement: string): string {
  let out = '';
  let done = 0;
  const separators = /[:=]/g;
  for (let match = separators.exec(text); match; match = separators.exec(text)) {
    if (match.index < done) continue;
    const name = nameBefore(text, match.index, done);
    if (!name || !isSecretName(name.text)) continue;
    const value = valueAfter(text, match.index, name);
    if (!value || value.end <= value.start) continue;
    const assignment: Assignment = {
      name: name.text,
      nameIsQuoted: name.quoted,
      tight: value.tight,
      value: text.slice(value.start, value.end),
      valueIsQuoted: value.quoted,
      endsLine: value.end >= text.length || /[\r\n]/.test(text[value.end] ?? ''),
    };
    if (!holdsSecret(assignment)) continue;
    const kept = scheme.exec(assignment.value)?.[0] ?? '';
    out += text.slice(done, value.start) + kept + replacement;
    done = value.end;
    separators.lastIndex = done;
  }
  return out + text.slice(done);
}

interface Name {
  readonly text: string;
  readonly quoted: boolean;
  readonly startsLine: boolean;
}

function nameBefore(text: string, separator: number, from: number): Name | undefined {
  let end = separator;
  const floor = Math.max(from, separator - longestName);
  const back = (characters: string) => {
    while (end > floor && characters.includes(text[end - 1] ?? ' ')) end--;
  };
  back(' \t');
  const beforeQuote = end;
  back('"\'`])\\');
  let start = end;
  while (start > floor && nameCharacter.test(text[start - 1] ?? '')) start--;
  if (start === end) return undefined;
  const before = text.slice(Math.max(0, start - 1), start);
  let name = text.slice(start, end);
  // The letters of an escape in front of the name are no part of it.
  if (before === '\\') name = name.replace(/^(?:u[0-9A-Fa-f]{4}|[nrtbfv])(?=.)/, '');
  else if (before === '%') name = name.replace(/^[0-9A-Fa-f]{2}(?=.)/, '');
  const line = text.slice(Math.max(0, start - 8), start);
  return {
    text: name,
    quoted: end < beforeQuote && /["'`]/.test(text.slice(end, beforeQuote)),
    startsLine: /(?:^|[\r\n]|\\n|export |set )$/.test(line),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  readonly tight: boolean;
}

const opening = /(\\*)(["'`])/y;
/** Ends of values in text of any kind: a line end (also escaped), a quote, the next parameter or field. */
const bareValue = /(?:[^\s"'`&;<>\\]|\\(?![nr"'`\\]))+/y;
/** In a file of `NAME=value` lines only white space and quotes end a value. */
const lineValue = /(?:[^\s"'`\\]|\\(?![nr"'`\\]))+/y;
const restOfLine = /(?:[^\r\n"'`\\]|\\(?![nr"'`\\]))+/y;

function valueAfter(text: string, separator: number, name: Name): Span | undefined {
  let start = separator + 1;
  while (start < separator + 3 && (text[start] === '=' || text[start] === '>')) start++;
  const first = start;
  const space = name.quoted ? /\s*/y : /[ \t]*/y;
  space.lastIndex = start;
  space.test(text);
  start = Math.max(start, space.lastIndex);
  const tight = start === first && text[separator] === '=';
  opening.lastIndex = start;
  const quote = opening.exec(text);
  if (quote) {
    const from = start + quote[0].length;
    const to = closingQuote(text, from, quote[2] ?? '"', quote[1]?.length ?? 0);
    return { start: from, end: to, quoted: true, tight };
  }
  const wholeLine =
    (/authorization$/i.test(name.text) && scheme.test(text.slice(start, start + 40))) ||
    /cookies?$/i.test(name.text);
  const pattern = wholeLine ? restOfLine : name.startsLine && tight ? lineValue : bareValue;
  pattern.lastIndex = start;
  if (!pattern.test(text)) return undefined;
  let end = pattern.lastIndex;
  while (!name.startsLine && end > start && ',)]}.'.includes(text[end - 1] ?? '')) end--;
  return { start, end, quoted: false, tight };
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
    if (character === quote) {
      if (depth === 0 ? backslashes % 2 === 0 : backslashes <= depth)
        return i - backslashes * Math.sign(depth);
    } else if (character === '\n') return i;
    backslashes = 0;
  }
  return text.length;
}

const flag =
  /(?<![A-Za-z0-9-])--?([A-Za-z][A-Za-z0-9_-]{2,60})[ \t]{1,8}(?![-|&;])["']?([^\s"']+)/g;
const flagProse =
  /^(?:to|and|or|is|are|with|flag|option|for|in|the|if|when|from|as|a|an|must|may|can|was|has|on|[A-Z_]+|<.*>|\[.*\]|\(.*)$/;

/** `--password hunter2`: a flag and its value as two words. */
export function redactFlags(text: string, replacement: string): string {
  return text.replace(flag, (whole, name: string, value: string) =>
    isSecretName(name) && !flagProse.test(value) && !isPlaceholder(value)
      ? whole.slice(0, whole.lastIndexOf(value)) + replacement
      : whole,
  );
}

const element = /<([A-Za-z][A-Za-z0-9_.:-]{2,60})>([^<>\s][^<>]{0,1000})(?=<\/)/g;

/** `<password>hunter2</password>`. */
export function redactElements(text: string, replacement: string): string {
  return text.replace(element, (whole, name: string, value: string) =>
    isSecretName(name) && !isPlaceholder(value) ? `<${name}>${replacement}` : whole,
  );
}
