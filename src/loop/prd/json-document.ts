import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A JSON text whose every value knows its line, so that a complaint can point at it. */
export type JsonDocument =
  | { readonly ok: true; readonly root: Node; lineOf(node: Node): number }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string };

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a property name in double quotes is expected (is there a comma too many?)',
  ValueExpected: 'a value is expected (is there a comma too many?)',
  ColonExpected: 'a colon is expected after the property name',
  CommaExpected: 'a comma is expected before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the file goes on after the end of its value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a string is not closed on its line',
  UnexpectedEndOfNumber: 'a number is cut short',
  InvalidUnicode: 'a \\u escape needs four hexadecimal digits',
  InvalidEscapeCharacter: 'a string holds an unknown escape',
  InvalidCharacter: 'a string holds a raw control character',
};

export function parseJsonDocument(source: string): JsonDocument {
  const text = source.replace(/^\uFEFF/, '');
  const lines = lineStarts(text);
  const failure = (offset: number, reason: string): JsonDocument => {
    const line = lineAt(lines, offset);
    return { ok: false, line, column: offset - (lines[line - 1] ?? 0) + 1, reason };
  };
  if (text.trim() === '') return failure(0, 'the file is empty');

  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (thrown) {
    // The parser descends once per level, so only absurd nesting exhausts the stack.
    if (thrown instanceof RangeError) return failure(0, 'it is nested too deeply');
    throw thrown;
  }
  const [first] = errors;
  if (first)
    return failure(first.offset, reasons[printParseErrorCode(first.error)] ?? 'this is no JSON');
  if (!root) return failure(0, 'this is no JSON');
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
