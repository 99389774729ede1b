/**
 * How far a value on a line of its own reaches. Inside a JSON string the line end is `\n` and a quote is `\"`,
 * inside JSON inside JSON `\\n` and `\\\"`, and so on: `depth` is the number of backslashes before the `n`.
 */
export interface LinePatterns {
  /** Up to white space. */
  readonly word: RegExp;
  readonly rest: RegExp;
  /** YAML's `|`, with the value on the indented lines that follow. */
  readonly block: RegExp;
}

const deepest = 4;
const known = new Map<number, LinePatterns>();

/** Undefined where nothing is nested so deep that it was ever meant to be read. */
export function linePatterns(depth: number): LinePatterns | undefined {
  if (depth > deepest) return undefined;
  const patterns = known.get(depth) ?? build(depth);
  known.set(depth, patterns);
  return patterns;
}

function build(depth: number): LinePatterns {
  const escapes = [`\\\\{${depth},}"`, `\\\\{${depth + 1},}[nr]`, '\\\\+(?![\\\\"nr])'].join('|');
  const character = depth === 0 ? '[^\\r\\n]' : `(?:[^\\\\"\\r\\n]|${escapes})`;
  const solid = depth === 0 ? '\\S' : `(?:[^\\\\"\\s]|${escapes})`;
  const lineEnd = depth === 0 ? '\\r?\\n' : `(?:\\\\{${depth}}r)?\\\\{${depth}}n`;
  return {
    word: new RegExp(`${solid}+`, 'y'),
    rest: new RegExp(`${character}+`, 'y'),
    block: new RegExp(`[|>][+-]?[0-9]?[ \\t]*(?:${lineEnd}[ \\t]+${character}*)+`, 'y'),
  };
}
