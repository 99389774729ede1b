import type { CodeOptions } from 'ajv';

/** A repetition inside a repeated group: the shape that takes for ever on the right input. */
const repeatedRepetition =
  /\([^()]*[+*}][^()]*\)\s*[+*{]|\((?:[^()]|\([^()]*\))*[+*}](?:[^()]|\([^()]*\))*\)\s*[+*{]/;
const longestPattern = 500;
const longestInput = 10_000;

/**
 * Patterns come from downstream servers, and one can be written so that matching never ends. What might be such a
 * pattern is left for the server itself to check.
 */
function compilePattern(pattern: string, flags: string) {
  // The engine tells patterns apart by their text.
  const name = { toString: () => `/${pattern}/${flags}` };
  if (pattern.length > longestPattern || repeatedRepetition.test(pattern))
    return { ...name, test: () => true };
  const expression = new RegExp(pattern, flags);
  return { ...name, test: (text: string) => text.length > longestInput || expression.test(text) };
}

/** The engine calls it by reference; the name is only for code that would be written to a file. */
export const safePattern: NonNullable<CodeOptions['regExp']> = Object.assign(compilePattern, {
  code: 'safePattern',
});
