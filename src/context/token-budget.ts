import { countTokens } from '../base/tokens.ts';

/** No text of ours has more bytes to a token than this, or fewer than that. */
const mostBytes = 4.5;
const fewestBytes = 1.5;

/** At least so many tokens; costs nothing to know. */
export function fewestTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / mostBytes);
}

/** A text as it is kept, which says about how long it is, and as it will be shown, which takes work. */
export interface BudgetedText {
  readonly kept: string;
  shown(): string;
}

/** Those of the items that fit the budget, the first ones first. Counted only when it could be close. */
export async function withinBudget<Item>(
  items: readonly Item[],
  textOf: (item: Item) => BudgetedText,
  budget: number,
): Promise<readonly Item[]> {
  const texts = items.map((item) => ({ item, text: textOf(item) }));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text.kept), 0);
  if (bytes / fewestBytes <= budget) return items;
  const fitting: Item[] = [];
  let left = budget;
  for (const { item, text } of texts) {
    if (fewestTokens(text.kept) > left) continue;
    const tokens = await countTokens(text.shown());
    if (tokens > left) continue;
    left -= tokens;
    fitting.push(item);
  }
  return fitting;
}
