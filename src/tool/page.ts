import { ToolError } from '../base/errors.ts';
import type { SizeLimits } from './tool.ts';

/** How a list answer is cut to size: drop rows from the end and leave the cursor that continues there. */
export interface PageRule<Output> {
  rows(output: Output): readonly unknown[];
  /** The same answer with only its first `count` rows, and the cursor to continue (at least 1 row is kept). */
  keep(output: Output, count: number): Output;
}

type Answer = { readonly [key: string]: unknown };

/**
 * Makes an answer fit its limits. Lists lose rows and gain a cursor; other answers have their text cut,
 * because the structured content still holds the whole; structured content that is too large is refused.
 */
export function trimToLimits<Output extends Answer>(options: {
  readonly tool: string;
  readonly output: Output;
  readonly rule: PageRule<Output> | undefined;
  readonly render: (output: Output) => string;
  readonly limits: SizeLimits;
}): { output: Output; text: string } {
  const { tool, rule, render, limits } = options;
  const fits = (output: Output, text: string) =>
    Buffer.byteLength(text) <= limits.text &&
    Buffer.byteLength(JSON.stringify(output)) <= limits.structured;

  let output = options.output;
  let text = render(output);
  if (rule && !fits(output, text)) {
    // Rows differ in size, so search for the largest count that fits instead of assuming an average.
    let low = 1;
    let high = rule.rows(output).length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const candidate = rule.keep(options.output, middle);
      if (fits(candidate, render(candidate))) low = middle;
      else high = middle - 1;
    }
    output = rule.keep(options.output, low);
    text = render(output);
  }
  const size = Buffer.byteLength(JSON.stringify(output));
  if (size > limits.structured) {
    throw new ToolError(
      'budget_exceeded',
      `${tool}: the answer is ${size} bytes, over the limit of ${limits.structured}.`,
      { hint: 'Ask for less: a narrower filter, a smaller limit, or a single item.' },
    );
  }
  return { output, text: cutText(text, limits.text) };
}

/** Cuts at a character boundary and says how much is missing, all within the limit. */
export function cutText(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const note = `\n… cut: ${bytes.length} bytes in all, the rest is in the structured content`;
  const room = Math.max(0, limit - Buffer.byteLength(note));
  let end = room;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString('utf8') + note;
}
