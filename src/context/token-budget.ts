import { countTokens } from '../base/tokens.ts';

/** No text of ours has more bytes to a token than this, or fewer than that. */
const mostBytes = 4.5;
const fewestBytes = 1.5;

/** At least so many tokens; costs nothing to know. */
export function fewestTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / mostBytes);
}

/** The first of these texts that fit the budget. They are counted one by one only when it could be close. */
export async function fittingCount(texts: readonly string[], budget: number): Promise<number> {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes / fewestBytes <= budget) return texts.length;
  let tokens = 0;
  for (const [place, text] of texts.entries()) {
    tokens += await countTokens(text);
    if (tokens > budget) return place;
  }
  return texts.length;
}
