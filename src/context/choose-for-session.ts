import type { RecalledItem } from './recall.ts';

/** What the items of a session are found by: what failed last, or the work at hand. */
export type Question = 'failure' | 'work';

/** Of the relevance of the best: what is further behind was found because something has to come next. */
const nearTheBest = 0.75;
/** Among fewer than these, second best is far behind by count alone. */
const fewestToCompare = 8;
/**
 * Where something failed, what is wanted is what was wrong before and what mended it. The work in general, and an
 * iteration that tells what was done but not what was wrong, have to fit better than that.
 */
const leastBesideFailure = 0.4;
/** More attempts than these at one failure say that it is hard, and not how. */
const mostAttempts = 3;

/**
 * An error is shown with its fix, so that neither the iteration that fixed it nor the one that it stopped needs to be
 * told by itself. They are one thing that happened: whichever of them fits best says how well it fits.
 */
export function oneOfEachEvent(found: readonly RecalledItem[]): readonly RecalledItem[] {
  const errors = found.filter(({ fix }) => fix !== undefined);
  const placeOf = ({ source_run, source_iteration }: RecalledItem['item']) =>
    source_run === null ? undefined : JSON.stringify([source_run, source_iteration]);
  const isPartOf = ({ item: part }: RecalledItem, { item: error }: RecalledItem) =>
    part.content_type === 'iteration' &&
    (part.id === error.fixed_by ||
      (placeOf(part) !== undefined && placeOf(part) === placeOf(error)));
  return found
    .filter((item) => !errors.some((error) => isPartOf(item, error)))
    .map((item) =>
      item.fix === undefined
        ? item
        : found.filter((part) => isPartOf(part, item)).reduce(asRelevantAs, item),
    );
}

function asRelevantAs(item: RecalledItem, part: RecalledItem): RecalledItem {
  const isBetter = (part.score ?? 0) > (item.score ?? 0);
  return isBetter
    ? { ...item, score: part.score, relevance: part.relevance, factors: part.factors }
    : item;
}

/**
 * Relevance says how far an item is behind the best, and for a session each has to be worth its place by itself:
 * it is no more relevant than what speaks for it alone.
 */
export function byItself(found: RecalledItem): RecalledItem {
  const { relevance, score, factors } = found;
  if (relevance === null || factors === null || factors.fit >= relevance) return found;
  return { ...found, relevance: factors.fit, score: (score ?? 0) * (factors.fit / relevance) };
}

export interface Asked {
  readonly question: Question;
  /** Whether something failed last, and is asked about too. */
  readonly hasFailed: boolean;
  /** How many items the question was held against. */
  readonly candidates: number;
  /** Relevance that an item has to have in any case. */
  readonly least: number;
}

/** Those that hold up beside the best of them. What has no relevance was not searched for, and is not judged. */
export function besideTheBest(
  found: readonly RecalledItem[],
  { question, hasFailed, candidates, least }: Asked,
): readonly RecalledItem[] {
  const best = Math.max(0, ...found.map(({ relevance }) => relevance ?? 0));
  const behind = candidates < fewestToCompare ? 0 : nearTheBest * best;
  return found.filter(({ item, relevance }) => {
    const isAside = hasFailed && (question === 'work' || item.content_type === 'iteration');
    const needed = Math.max(least, isAside ? leastBesideFailure : 0, behind);
    return relevance === null || relevance >= needed;
  });
}

/** What a run has stored itself: of its iterations the last few. */
export function latestAttempts(own: readonly RecalledItem[]): readonly RecalledItem[] {
  const numbers = own
    .filter(({ item }) => item.content_type === 'iteration')
    .map(({ item }) => item.source_iteration ?? 0)
    .sort((a, b) => b - a);
  const first = numbers[mostAttempts - 1] ?? 0;
  return own.filter(
    ({ item }) => item.content_type !== 'iteration' || (item.source_iteration ?? 0) >= first,
  );
}
