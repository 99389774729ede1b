import { redactText } from '../../base/redaction.ts';
import { plainStatement } from '../../base/safe-text.ts';
import type { ContextItem } from '../item.ts';

type Kept = Pick<ContextItem, 'content' | 'summary' | 'state'>;

/** What an item says of itself: its summary once it has one. */
export function keptText(item: Kept): string {
  const isShrunk = item.state === 'summarized' || item.state === 'archived';
  return (isShrunk ? item.summary : null) ?? item.content;
}

/** An item as it is shown, with whatever gives orders in it defused. */
export function shownText(item: Kept): string {
  // Rules about secrets get better: what was kept under the old ones is looked through again.
  return redactText(plainStatement(keptText(item)));
}
