/** A `{#key}` at the end of a title or heading. */
const keySuffix = /^(.*?)\s*\{#([^\s{}]+)\}$/su;
const simpleKey = /^[^\s{}]+$/u;
// Line ends, other control characters and halves of surrogate pairs do not survive a text file as they are.
const unwritable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** A value on one line: as it is, or as a JSON string where reading it back would give something else. */
export function inlineText(value: string): string {
  const plain =
    value !== '' &&
    value === value.trim() &&
    !unwritable.test(value) &&
    !value.startsWith('"') &&
    !keySuffix.test(value);
  return plain ? value : JSON.stringify(value);
}

export function readInline(written: string): string {
  const text = written.trim();
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    // People begin titles with quotation marks too.
    return text;
  }
}

export function fitsSuffix(key: string): boolean {
  return simpleKey.test(key) && !unwritable.test(key);
}

/** A title or heading, with its key where one is given that fits. */
export function withKey(text: string, key: string | null): string {
  return key !== null && fitsSuffix(key) ? `${inlineText(text)} {#${key}}` : inlineText(text);
}

export function readWithKey(written: string): { text: string; key: string | null } {
  const found = keySuffix.exec(written.trim());
  return found
    ? { text: readInline(found[1] ?? ''), key: found[2] ?? null }
    : { text: readInline(written), key: null };
}

/** Text over several lines as quoted lines, or undefined where that would not give it back. */
export function quotedLines(value: string): string[] | undefined {
  const lines = value.split('\n');
  if (lines.some((line) => unwritable.test(line.replaceAll('\t', '')))) return undefined;
  return lines.map((line) => (line === '' ? '>' : `> ${line}`));
}

export function readQuoted(line: string): string {
  return line.startsWith('> ') ? line.slice(2) : line.slice(1);
}

/** Values that need no quoting, and no list of their own, between commas. */
export function fitCommas(values: readonly string[]): boolean {
  return values.every((value) => /^[\p{L}\p{N}_./:#@+-]+$/u.test(value));
}
