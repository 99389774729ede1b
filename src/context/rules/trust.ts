import type { ContextType } from '../item.ts';

const bySource: Readonly<Record<string, number>> = {
  user: 1,
  orchestrator: 1,
  skillbook: 1,
  agent: 0.9,
};

/** What programs and files printed was written by anybody. */
const ofForeignText = 0.6;
/** Text that gives orders is kept, because it may be evidence, and is the last to be shown. */
const ofOrders = 0.3;

/** How far an item is believed when it is ranked. */
export function trustOf(item: {
  readonly source: string;
  readonly content_type: ContextType;
  readonly givesOrders: boolean;
}): number {
  if (item.givesOrders) return ofOrders;
  const trust = bySource[item.source] ?? ofForeignText;
  const isForeign = item.content_type === 'output' || item.content_type === 'file';
  return isForeign && item.source !== 'user' ? Math.min(trust, ofForeignText) : trust;
}
