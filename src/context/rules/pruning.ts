import { type ContextItem, isOpenError } from '../item.ts';

type Judged = Pick<ContextItem, 'content_type' | 'fixed_by' | 'usefulness_estimate'>;

/** Skills are curated elsewhere, and an error that nobody has fixed may come back. */
export function isProtected(item: Pick<Judged, 'content_type' | 'fixed_by'>): boolean {
  return item.content_type === 'skill' || isOpenError(item);
}

export function mayPrune(item: Judged, below: number): boolean {
  return !isProtected(item) && item.usefulness_estimate < below;
}
