/** What a scan found: places in the list, best first, and how the others that were allowed scored. */
export interface ScanResult {
  readonly places: readonly number[];
  readonly others: { readonly count: number; readonly meanScore: number };
}

const buckets = 2_048;

/**
 * The places whose signs agree best with the question, by a look at every one of them. The question keeps its
 * numbers and only the stored side is reduced to signs, which finds far more of the true neighbours than
 * comparing signs with signs; a table per byte makes it one look-up for eight numbers.
 */
export function scanSigns(
  query: Float32Array,
  signs: Uint8Array,
  count: number,
  limit: number,
  allowed?: (place: number) => boolean,
): ScanResult {
  const width = Math.ceil(query.length / 8);
  const table = tableOf(query, width);
  const scores = new Float32Array(count);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let seen = 0;
  for (let place = 0; place < count; place++) {
    if (allowed && !allowed(place)) {
      scores[place] = Number.NaN;
      continue;
    }
    const score = Math.fround(scoreAt(table, signs, place * width, width));
    scores[place] = score;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
    sum += score;
    seen++;
  }
  const places = seen === 0 ? [] : best(scores, lowest, highest, Math.min(limit, seen));
  const left = seen - places.length;
  const sumLeft = places.reduce((total, place) => total - (scores[place] ?? 0), sum);
  return { places, others: { count: left, meanScore: left === 0 ? 0 : sumLeft / left } };
}

/** For each byte of signs, the sum of the question's numbers with those signs. */
function tableOf(query: Float32Array, width: number): Float32Array {
  const table = new Float32Array(width * 256);
  // Signs of a vector of length one stand for numbers of about this size, so that a score is about a cosine.
  const unit = 1 / Math.sqrt(query.length);
  for (let byte = 0; byte < width; byte++) {
    for (let value = 0; value < 256; value++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const number = query[byte * 8 + bit] ?? 0;
        sum += (value >> bit) & 1 ? number : -number;
      }
      table[byte * 256 + value] = sum * unit;
    }
  }
  return table;
}

/** Four sums side by side, because each addition to one sum has to wait for the one before it. */
function scoreAt(table: Float32Array, signs: Uint8Array, start: number, width: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let byte = 0;
  for (; byte + 3 < width; byte += 4) {
    const at = byte * 256;
    const from = start + byte;
    first += table[at + (signs[from] ?? 0)] ?? 0;
    second += table[at + 256 + (signs[from + 1] ?? 0)] ?? 0;
    third += table[at + 512 + (signs[from + 2] ?? 0)] ?? 0;
    fourth += table[at + 768 + (signs[from + 3] ?? 0)] ?? 0;
  }
  for (; byte < width; byte++) first += table[byte * 256 + (signs[start + byte] ?? 0)] ?? 0;
  return first + second + third + fourth;
}

/** The highest scores without sorting all of them: a histogram says where to cut, the rest is sorted. */
function best(scores: Float32Array, lowest: number, highest: number, limit: number): number[] {
  const step = (highest - lowest) / (buckets - 1) || 1;
  const histogram = new Uint32Array(buckets);
  for (let place = 0; place < scores.length; place++) {
    // A score that is not a number falls into no bucket.
    const bucket = Math.floor(((scores[place] ?? 0) - lowest) / step);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  let cut = buckets;
  for (let kept = 0; cut > 0 && kept < limit; ) kept += histogram[--cut] ?? 0;
  const least = cut === 0 ? lowest : lowest + cut * step;
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    if ((scores[place] ?? 0) >= least) places.push(place);
  }
  return places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limit);
}
