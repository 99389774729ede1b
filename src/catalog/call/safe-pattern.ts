import type { CodeOptions } from 'ajv';

/** A repetition or a choice inside a repeated group: the shapes that take for ever on the right input. */
const repeatedChoice =
  /\([^()]*[+*}|][^()]*\)\s*[+*{]|\((?:[^()]|\([^()]*\))*[+*}|](?:[^()]|\([^()]*\))*\)\s*[+*{]/;
const repetition = /[+*]|\{\d+,\d*\}/g;
const longestPattern = 500;
/** Steps that one match may take: each repetition may have to be tried at every place of the text. */
const mostSteps = 1e7;

/**
 * Patterns come from downstream servers, and one can be written so that matching never ends. What might be such a
 * pattern is left for the server itself to check.
 */
function compilePattern(pattern: string, flags: string) {
  // The engine tells patterns apart by their text.
  const name = { toString: () => `/${pattern}/${flags}` };
  if (pattern.length > longestPattern || repeatedChoice.test(pattern))
    return { ...name, test: () => true };
  const expression = new RegExp(pattern, flags);
  const repetitions = pattern.match(repetition)?.length ?? 0;
  return {
    ...name,
    // One more: without a `^` a match is tried from every place.
    test: (text: string) => text.length ** (repetitions + 1) > mostSteps || expression.test(text),
  };
}

/** The engine calls it by reference; the name is only for code that would be written to a file. */
export const safePattern: NonNullable<CodeOptions['regExp']> = Object.assign(compilePattern, {
  code: 'safePattern',
});
