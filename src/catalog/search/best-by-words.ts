import { confidenceOf } from './confidence.ts';
import type { Evidence } from './fuse.ts';
import type { Hit } from './search-engine.ts';

/** Of the first five, the last: the other four are what both kinds of evidence agree on. */
const lastGoodPlace = 4;
/** How far ahead of the second by its words. */
const clearLead = 0.1;

/**
 * The hits with the tool among them that is clearly the best by its words. Where vectors miss what is asked, it is
 * mostly the right one, and no weight of words that is good on average would bring it up.
 */
export function withBestByWords(
  hits: readonly Hit[],
  evidence: Evidence,
  isWanted: (place: number) => boolean,
): readonly Hit[] {
  if (!evidence.cosines) return hits;
  const place = clearWinner(evidence.lexical.scores, isWanted);
  if (place === undefined || hits.slice(0, lastGoodPlace + 1).some((hit) => hit.place === place))
    return hits;
  const others = hits.filter((hit) => hit.place !== place);
  return others.toSpliced(lastGoodPlace, 0, { place, confidence: confidenceOf(evidence, place) });
}

function clearWinner(
  scores: Float64Array,
  isWanted: (place: number) => boolean,
): number | undefined {
  let winner: number | undefined;
  let [first, second] = [0, 0];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (score <= second || !isWanted(place)) continue;
    if (score <= first) second = score;
    else {
      second = first;
      first = score;
      winner = place;
    }
  }
  return first - second >= clearLead * first ? winner : undefined;
}
