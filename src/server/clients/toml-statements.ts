import { parse } from 'smol-toml';

/** One statement of a TOML file: a table header, or a key with its value. */
export interface TomlStatement {
  readonly kind: 'table' | 'pair';
  /** From the top of the document. */
  readonly path: readonly string[];
  /** Whole lines: from the start of the first to after the end of the last. */
  readonly start: number;
  readonly end: number;
  /** Of a pair's value; the same as `end` for a header. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Where each statement of a valid document is. Values are not read: the parser has done that. */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = skip(text, at, ' \t');
    const first = text[at];
    if (first === undefined || first === '#' || first === '\n' || first === '\r') {
      at = nextLine(text, at);
    } else if (first === '[') {
      const inner = at + (text[at + 1] === '[' ? 2 : 1);
      const close = scanKey(text, inner, ']');
      table = keyPath(text.slice(inner, close));
      at = nextLine(text, close);
      statements.push({ kind: 'table', path: table, start, end: at, valueStart: at, valueEnd: at });
    } else {
      const equals = scanKey(text, at, '=');
      const path = [...table, ...keyPath(text.slice(at, equals))];
      const valueStart = skip(text, equals + 1, ' \t');
      const valueEnd = scanValue(text, valueStart);
      at = nextLine(text, valueEnd);
      statements.push({ kind: 'pair', path, start, end: at, valueStart, valueEnd });
    }
  }
  return statements;
}

function skip(text: string, from: number, characters: string): number {
  let at = from;
  while (at < text.length && characters.includes(text.charAt(at))) at += 1;
  return at;
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

function scanKey(text: string, from: number, stop: string): number {
  let at = from;
  while (at < text.length && text[at] !== stop) {
    at = text[at] === '"' || text[at] === "'" ? scanString(text, at) : at + 1;
  }
  return at;
}

/** The parser decodes quoted and dotted keys; this only walks what it made of them. */
function keyPath(key: string): string[] {
  const path: string[] = [];
  let level: unknown = parse(`${key} = 0`);
  while (level !== null && typeof level === 'object') {
    const [name] = Object.keys(level);
    if (name === undefined) break;
    path.push(name);
    level = Object.getOwnPropertyDescriptor(level, name)?.value;
  }
  return path;
}

/** The end of a value: the last character that is no space or comment before its line ends. */
function scanValue(text: string, from: number): number {
  let at = from;
  let end = from;
  let depth = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '\n' && depth === 0) break;
    if (character === '#') {
      const eol = text.indexOf('\n', at);
      at = eol === -1 ? text.length : eol;
      continue;
    }
    if (character === '"' || character === "'") {
      at = end = scanString(text, at);
      continue;
    }
    if ('[{'.includes(character)) depth += 1;
    if (']}'.includes(character)) depth -= 1;
    at += 1;
    if (!' \t\r\n'.includes(character)) end = at;
  }
  return end;
}

function scanString(text: string, from: number): number {
  const quote = text.charAt(from);
  const multiline = text.startsWith(quote.repeat(3), from);
  const close = multiline ? quote.repeat(3) : quote;
  let at = from + close.length;
  while (at < text.length && !text.startsWith(close, at)) {
    at += quote === '"' && text[at] === '\\' ? 2 : 1;
  }
  at += close.length;
  // A multi-line string may end in up to two quotes of its own.
  if (multiline) for (let extra = 0; extra < 2 && text[at] === quote; extra++) at += 1;
  return at;
}
