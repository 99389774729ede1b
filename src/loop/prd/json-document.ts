import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type JsonFault, jsonFault } from '../../base/json-fault.ts';

/** A JSON text whose every value knows its line, so that a complaint can point at it. */
export type JsonDocument =
  | { readonly ok: true; readonly root: Node; lineOf(node: Node): number }
  | ({ readonly ok: false } & JsonFault);

const wholly = (reason: string): JsonDocument => ({ ok: false, line: 1, column: 1, reason });

export function parseJsonDocument(source: string): JsonDocument {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') return wholly('the file is empty');

  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (thrown) {
    // The parser descends once per level, so only absurd nesting exhausts the stack.
    if (thrown instanceof RangeError) return wholly('it is nested too deeply');
    throw thrown;
  }
  const [first] = errors;
  if (first) return { ok: false, ...jsonFault(text, first) };
  if (!root) return wholly('this is no JSON');
  const lines = lineStarts(text);
  return { ok: true, root, lineOf: (node) => lineAt(lines, node.offset) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
