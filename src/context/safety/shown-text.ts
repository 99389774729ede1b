import { redactText } from '../../base/redaction.ts';
import { plainStatement } from '../../base/safe-text.ts';
import type { ContextItem } from '../item.ts';

/** An item as it is shown: its summary once it has one, with whatever gives orders in it defused. */
export function shownText(item: Pick<ContextItem, 'content' | 'summary' | 'state'>): string {
  const isShrunk = item.state === 'summarized' || item.state === 'archived';
  // Rules about secrets get better: what was kept under the old ones is looked through again.
  return redactText(plainStatement((isShrunk ? item.summary : null) ?? item.content));
}
