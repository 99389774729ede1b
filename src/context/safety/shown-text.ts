import { redactText } from '../../base/redaction.ts';
import { plainStatement } from '../../base/safe-text.ts';
import type { ContextItem } from '../item.ts';
import { mapRecord } from './map-strings.ts';

type Kept = Pick<ContextItem, 'content' | 'summary' | 'state'>;

/** What an item says of itself: its summary once it has one. */
export function keptText(item: Kept): string {
  const isShrunk = item.state === 'summarized' || item.state === 'archived';
  return (isShrunk ? item.summary : null) ?? item.content;
}

/** An item as it is shown, with whatever gives orders in it defused. */
export function shownText(item: Kept): string {
  return shown(keptText(item));
}

/** What else is known about an item was written by whoever wrote the item. */
export function shownMetadata(metadata: ContextItem['metadata']): ContextItem['metadata'] {
  return mapRecord(metadata, shown);
}

export function shown(text: string): string {
  // Rules about secrets get better: what was kept under the old ones is looked through again.
  return redactText(plainStatement(text));
}
