import type { JsonValue } from '../../base/json.ts';
import type { RawMember } from './raw-json.ts';

/** How a file writes JSON, so that what is added to it looks like the rest. */
export interface JsonStyle {
  /** One step of indentation; undefined for a file on one line. */
  readonly indent: string | undefined;
  readonly newline: string;
  readonly comma: string;
  readonly colon: string;
  /** Whether letters beyond ASCII are escaped. */
  readonly ascii: boolean;
}

export function styleOf(text: string): JsonStyle {
  const [, newline, indent] = /^\s*\{[ \t]*(\r?\n)([ \t]*)/.exec(text) ?? [];
  const [, colon = ': '] = /^\s*\{\s*"(?:[^"\\]|\\.){0,200}"(\s*:[ \t]*)/.exec(text) ?? [];
  const oneLineComma = /[\]}"\d](,[ ]?)"/.exec(text.slice(0, 10_000))?.[1] ?? ', ';
  return {
    indent,
    newline: newline ?? '\n',
    comma: indent === undefined ? oneLineComma : ',',
    colon,
    ascii: !/[\u0080-\uffff]/.test(text) && /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text),
  };
}

/** The members are put in as they are written; only the object around them is made anew. */
export function objectText(members: readonly RawMember[], style: JsonStyle, depth: number): string {
  const parts = members.map(({ name, value }) => `${name}${style.colon}${value}`);
  return wrapped(parts, style, depth, '{', '}');
}

export function arrayText(items: readonly string[], style: JsonStyle, depth: number): string {
  return wrapped(items, style, depth, '[', ']');
}

/** `depth` is that of the object or array itself, which its closing bracket shows. */
function wrapped(
  parts: readonly string[],
  { indent, newline, comma }: JsonStyle,
  depth: number,
  open: string,
  close: string,
): string {
  if (parts.length === 0) return open + close;
  if (indent === undefined) return open + parts.join(comma) + close;
  const inner = newline + indent.repeat(depth + 1);
  return `${open}${inner}${parts.join(`${comma}${inner}`)}${newline}${indent.repeat(depth)}${close}`;
}

export function valueText(value: JsonValue, style: JsonStyle, depth: number): string {
  if (typeof value === 'string') return stringText(value, style);
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) {
    return arrayText(
      value.map((item) => valueText(item, style, depth + 1)),
      style,
      depth,
    );
  }
  const members = Object.entries(value).map(([key, item]) => member(key, item, style, depth + 1));
  return objectText(members, style, depth);
}

export function member(key: string, value: JsonValue, style: JsonStyle, depth: number): RawMember {
  return { key, name: stringText(key, style), value: valueText(value, style, depth) };
}

export function stringText(text: string, { ascii }: JsonStyle): string {
  const written = JSON.stringify(text);
  if (!ascii) return written;
  return written.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As Python writes it: exponents of two digits, from 1e-5 down and 1e16 up. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
