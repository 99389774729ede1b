export interface Name {
  readonly text: string;
  readonly quoted: boolean;
  readonly start: number;
}

const nameCharacter = /[A-Za-z0-9_.-]/;
const longestName = 128;
const escapeLetters = /^(?:u[0-9A-Fa-f]{4}|[nrtbfv])(?=.)/;
const hexDigits = /^[0-9A-Fa-f]{2}(?=.)/;

/** The name that stands before a separator, with its quotes, brackets and spaces put aside. */
export function nameBefore(text: string, separator: number, from: number): Name | undefined {
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
  // The kind in a marker (`[redacted:github_token]`) names nothing that follows it.
  if (start === end || text.startsWith('[redacted:', start - 10)) return undefined;
  start += lengthOfEscape(text.slice(start, end), text[start - 1]);
  const quoted = end < beforeQuote && /["'`]/.test(text.slice(end, beforeQuote));
  return { text: text.slice(start, end), quoted, start };
}

/** The letters of an escape in front of a name (`\n`, `%26`) are no part of it. */
function lengthOfEscape(name: string, before: string | undefined): number {
  if (before === '\\') return escapeLetters.exec(name)?.[0].length ?? 0;
  if (before === '%') return hexDigits.exec(name)?.[0].length ?? 0;
  return 0;
}

const lineStart = /(?:([\r\n])|(\\+)[nr]|(\\*)")[ \t]*$/;
const farthestBack = 32;

/** How deep in JSON strings the line lies that begins here, 0 being a real line; undefined in the middle of one. */
export function lineDepth(text: string, start: number): number | undefined {
  const before = text
    .slice(Math.max(0, start - farthestBack), start)
    .replace(/(?:^|(?<=\s))export[ \t]+$/, '');
  if (before.trim() === '' && start <= farthestBack) return 0;
  const [, real, escaped, quote] = lineStart.exec(before) ?? [];
  if (real) return 0;
  if (escaped !== undefined) return escaped.length;
  return quote === undefined ? undefined : quote.length + 1;
}
