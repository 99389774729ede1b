import { errorMessage, ToolError } from '../../base/errors.ts';

/** The value of a JSON text; one that is not JSON is refused with the line where it stops being so. */
export function parseJsonText(what: string, text: string): unknown {
  const source = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(source);
  } catch (thrown) {
    const position = /at position (\d+)/.exec(errorMessage(thrown))?.[1];
    const before = source.slice(0, position === undefined ? source.length : Number(position));
    throw new ToolError(
      'invalid_argument',
      `${what} is not valid JSON at line ${before.split('\n').length}: ${errorMessage(thrown)}.`,
      { hint: 'Nothing was changed. Correct the file and import again.' },
    );
  }
}
