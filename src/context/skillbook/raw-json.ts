/** A member of an object with its name and value as they are written in the file. */
export interface RawMember {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** A text that is no JSON, or has one name twice in one object. */
export class UnreadableJsonError extends Error {
  override readonly name = 'UnreadableJsonError';
}

/** Lines and columns as editors count them. */
function fault(text: string, at: number, reason: string): UnreadableJsonError {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new UnreadableJsonError(`line ${before.length}, column ${column}: ${reason}`);
}

/** No skillbook goes this deep; without a limit a file of brackets would end the process. */
const deepest = 64;

/** The one value of a JSON text, and what stands around it. Strict, but for the numbers that Python adds. */
export function rawValue(text: string): { before: string; value: string; after: string } {
  const start = afterSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  const end = endOfValue(text, start, 0);
  const rest = afterSpace(text, end);
  if (rest < text.length) throw fault(text, rest, 'the file goes on after its value');
  return { before: text.slice(0, start), value: text.slice(start, end), after: text.slice(end) };
}

/** The members of an object as they are written, or undefined for another value. For parts of a `rawValue`. */
export function membersOf(source: string): RawMember[] | undefined {
  if (!source.startsWith('{')) return undefined;
  const members: RawMember[] = [];
  const seen = new Set<string>();
  endOfObject(source, 0, 0, (name, value) => {
    const key = String(JSON.parse(name));
    if (seen.has(key))
      throw new UnreadableJsonError(`the name ${name.slice(0, 80)} stands twice in one object`);
    seen.add(key);
    members.push({ key, name, value });
  });
  return members;
}

/** The elements of an array as they are written, or undefined for another value. For parts of a `rawValue`. */
export function itemsOf(source: string): string[] | undefined {
  if (!source.startsWith('[')) return undefined;
  const items: string[] = [];
  endOfArray(source, 0, 0, (item) => items.push(item));
  return items;
}

/** What a value means; no number at all for one that only Python can read. */
export function meaningOf(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return Number.NaN;
  }
}

function endOfValue(text: string, at: number, depth: number): number {
  if (depth > deepest) throw fault(text, at, 'it is nested too deeply');
  switch (text[at]) {
    case '{':
      return endOfObject(text, at, depth);
    case '[':
      return endOfArray(text, at, depth);
    case '"':
      return endOfString(text, at);
    default:
      return endOfLiteral(text, at);
  }
}

function endOfObject(
  text: string,
  start: number,
  depth: number,
  visit?: (name: string, value: string) => void,
): number {
  let at = afterSpace(text, start + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') throw fault(text, at, 'a name in double quotes is missing');
    const nameEnd = endOfString(text, at);
    const colon = afterSpace(text, nameEnd);
    if (text[colon] !== ':') throw fault(text, colon, 'a colon is missing');
    const valueStart = afterSpace(text, colon + 1);
    const valueEnd = visit ? endOfKnown(text, valueStart) : endOfValue(text, valueStart, depth + 1);
    visit?.(text.slice(at, nameEnd), text.slice(valueStart, valueEnd));
    at = afterSpace(text, valueEnd);
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw fault(text, at, 'a comma or } is missing');
    at = afterSpace(text, at + 1);
  }
}

function endOfArray(
  text: string,
  start: number,
  depth: number,
  visit?: (item: string) => void,
): number {
  let at = afterSpace(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    const end = visit ? endOfKnown(text, at) : endOfValue(text, at, depth + 1);
    visit?.(text.slice(at, end));
    at = afterSpace(text, end);
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw fault(text, at, 'a comma or ] is missing');
    at = afterSpace(text, at + 1);
  }
}

/** The end of a value in a text that is known to be JSON, where only quotes and brackets matter. */
function endOfKnown(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at) - 1;
        if (depth === 0) return at + 1;
        break;
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (depth <= 1) return depth === 1 ? at + 1 : at;
        depth--;
        break;
      case ',':
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        if (depth === 0) return at;
    }
  }
  return text.length;
}

const escapes = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) throw fault(text, at, 'a text holds a raw control character');
    if (code !== 0x5c) continue;
    escapes.lastIndex = at + 1;
    if (!escapes.test(text)) throw fault(text, at, 'a text holds an unknown escape');
    at = escapes.lastIndex - 1;
  }
  throw fault(text, start, 'a text is not closed');
}

const literals =
  /true|false|null|NaN|-?Infinity|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function endOfLiteral(text: string, at: number): number {
  literals.lastIndex = at;
  if (literals.test(text)) return literals.lastIndex;
  throw fault(text, at, at < text.length ? 'a value is expected' : 'it ends too soon');
}

function afterSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}
