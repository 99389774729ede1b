/** How much meaning counts against words when nothing speaks for either side. */
const usual = 0.7;
const least = 0.2;
const most = 0.95;
/** Where each sign is neutral, and how far it moves the weight. Measured over ten sets, each left out in turn. */
const length = { neutral: 2.3, most: 3.4, effect: 0.2 };
const peak = { neutral: 0.42, effect: 0.4 };
const agreement = { neutral: 1.1, effect: 0.07 };
const topCount = 10;

/**
 * The share of meaning in the mix, for one question. No fixed share is right everywhere; three signs say which
 * side to believe. A long question has the words of its answer in it. The side whose best stands out from its
 * runners-up has found something. Where the best by words are near in meaning too, words are to be trusted.
 */
export function meaningWeight(
  words: readonly number[],
  meanings: readonly number[],
  terms: number,
): number {
  const byLength = Math.min(Math.log(1 + terms), length.most) - length.neutral;
  const wordPeak = peakOf(words);
  const meaningPeak = peakOf(meanings);
  const both = wordPeak + meaningPeak;
  const byPeak = (both > 0 ? meaningPeak / both : 0.5) - peak.neutral;
  const byAgreement = meaningOfBestWords(words, meanings) - agreement.neutral;
  const weight =
    usual - length.effect * byLength + peak.effect * byPeak - agreement.effect * byAgreement;
  return Math.min(most, Math.max(least, weight));
}

/** How far the best is above the mean of those that follow. */
function peakOf(scores: readonly number[]): number {
  const [best = 0, ...next] = [...scores].sort((a, b) => b - a).slice(0, topCount + 1);
  return next.length === 0 ? 0 : best - next.reduce((sum, score) => sum + score, 0) / next.length;
}

function meaningOfBestWords(words: readonly number[], meanings: readonly number[]): number {
  const places = words
    .map((score, place) => ({ score, place }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topCount);
  return places.reduce((sum, { place }) => sum + (meanings[place] ?? 0), 0) / (places.length || 1);
}
