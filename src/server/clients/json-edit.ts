import type { Node } from 'jsonc-parser';
import { lineEnding } from './document.ts';

/** How a JSON file is laid out, so that what is added looks like what is there. */
export interface JsonStyle {
  readonly eol: string;
  readonly indent: string;
  /** A minified document stays on one line. */
  readonly oneLine: boolean;
}

export function styleOf(text: string, root: Node | undefined): JsonStyle {
  const first = root?.children?.[0];
  const base = root === undefined ? '' : lineIndent(text, root.offset);
  const own = first && indentBefore(text, first.offset);
  return {
    eol: lineEnding(text),
    indent: own?.startsWith(base) && own !== base ? own.slice(base.length) : '  ',
    oneLine: first !== undefined && !/[\r\n]/.test(text.trim()),
  };
}

/** Text of a value, its further lines indented to follow a property at `indent`. */
export function printValue(value: unknown, indent: string, style: JsonStyle): string {
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.eol + indent);
}

/**
 * Adds a last property. jsonc-parser's own `modify` reformats neighbouring lines and moves a
 * comment that follows the previous property, so the edit is made here, by insertion only.
 */
export function insertProperty(
  text: string,
  object: Node,
  key: string,
  value: unknown,
  style: JsonStyle,
): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const tail = readTail(text, last === undefined ? object.offset + 1 : endOf(last), close);
  const missingComma = last !== undefined && tail.comma === undefined;
  const trailingComma = last !== undefined && tail.comma !== undefined ? ',' : '';
  const name = JSON.stringify(key);

  let added: string;
  let resumeAt = tail.end;
  const source = text.slice(object.offset, close);
  if (!/[\r\n]/.test(source) && (last !== undefined || style.oneLine)) {
    const space = /[,:]\s/.test(source) ? ' ' : '';
    added = `${last === undefined ? '' : space}${name}:${space}${JSON.stringify(value)}${trailingComma}`;
  } else {
    const base = lineIndent(text, object.offset);
    const first = object.children?.[0];
    const own = (first && indentBefore(text, first.offset)) ?? base + style.indent;
    added = `${style.eol}${own}${name}: ${printValue(value, own, style)}${trailingComma}`;
    if (!/[\r\n]/.test(text.slice(tail.end, close))) {
      added += style.eol + base;
      resumeAt = close;
    }
  }
  const head = missingComma
    ? `${text.slice(0, endOf(last))},${text.slice(endOf(last), tail.end)}`
    : text.slice(0, tail.end);
  return head + added + text.slice(resumeAt);
}

export function replaceNode(text: string, node: Node, printed: string): string {
  return text.slice(0, node.offset) + printed + text.slice(endOf(node));
}

/** Takes a property out with its comma and its line, and leaves every comment around it. */
export function removeProperty(text: string, object: Node, property: Node): string {
  const siblings = object.children ?? [];
  const index = siblings.indexOf(property);
  const next = siblings[index + 1];
  const close = object.offset + object.length - 1;
  const after = readTail(text, endOf(property), next?.offset ?? close);

  let start = property.offset;
  let end = endOf(property);
  let result = text;
  if (after.comma !== undefined) {
    if (text.slice(end, after.comma).trim() === '') end = after.comma + 1;
    else result = dropCharacter(result, after.comma);
  } else if (index > 0) {
    // Ours was last: the comma before it goes, as not every client allows a trailing one.
    const previous = siblings[index - 1];
    const comma = previous && readTail(text, endOf(previous), start).comma;
    if (comma !== undefined) {
      result = dropCharacter(result, comma);
      start -= 1;
      end -= 1;
    }
  }
  const line = lineStart(result, start);
  const lead = result.slice(line, start);
  const rest = result.slice(end, end + 200);
  if (lead.trim() === '') {
    // The whole line goes, with the line ending before it, only when nothing else is on it.
    if (/^[ \t]*(?:[\r\n]|$)/.test(rest)) start = endOfPreviousLine(result, line);
  } else if (after.comma === undefined) {
    start -= lead.length - lead.trimEnd().length;
  } else {
    end += rest.length - rest.trimStart().length;
  }
  return result.slice(0, start) + result.slice(end);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function dropCharacter(text: string, offset: number): string {
  return text.slice(0, offset) + text.slice(offset + 1);
}

/** What stands between a property and the next token: its comma, and where the last comment ends. */
function readTail(text: string, from: number, to: number): { comma?: number; end: number } {
  let comma: number | undefined;
  let end = from;
  let at = from;
  while (at < to) {
    if (text.startsWith('//', at)) at = end = lineEnd(text, at);
    else if (text.startsWith('/*', at)) at = end = text.indexOf('*/', at + 2) + 2;
    else if (text[at] === ',') [comma, at, end] = [at, at + 1, at + 1];
    else at += 1;
  }
  return comma === undefined ? { end } : { comma, end };
}

/** Indentation of the line an offset is on. */
function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

/** Indentation right before an offset, if nothing else is before it on its line. */
function indentBefore(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

function lineStart(text: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function endOfPreviousLine(text: string, start: number): number {
  if (text.startsWith('\r\n', start - 2)) return start - 2;
  return Math.max(0, start - 1);
}
