/*
 * A row: { name, our_value, baseline (its name), baseline_value, ratio, limit?, minima?, detail? }.
 * A limit is on the ratio or on our own value: { on: 'ratio' | 'ours', at_most } or { on, at_least }.
 */

/** A row from two values, with the ratio that follows from them. */
export function row(name, our_value, baseline, baseline_value, more = {}) {
  // Nothing against nothing is as good; something against nothing has no ratio.
  const ratio = our_value === baseline_value ? 1 : our_value / baseline_value;
  return { name, our_value, baseline, baseline_value, ratio, ...more };
}

export const ratioAtMost = (value) => ({ on: 'ratio', at_most: value });
export const ratioAtLeast = (value) => ({ on: 'ratio', at_least: value });
export const oursAtMost = (value) => ({ on: 'ours', at_most: value });
export const oursAtLeast = (value) => ({ on: 'ours', at_least: value });

/** 'ok', 'broken', or null for a row without a limit. A value that could not be measured keeps no limit. */
export function verdictOf({ limit, ratio, our_value }) {
  if (limit === undefined) return null;
  const value = limit.on === 'ratio' ? ratio : our_value;
  const kept = limit.at_most === undefined ? value >= limit.at_least : value <= limit.at_most;
  return kept ? 'ok' : 'broken';
}

const headings = ['suite', 'row', 'ours', 'baseline', 'value', 'ratio', 'limit', 'verdict'];

/** All rows of all suites as a Markdown table, in columns for a terminal too. */
export function tableOf(results) {
  const lines = results.flatMap(({ suite, rows }) =>
    rows.map((each) => [
      suite,
      each.name,
      shown(each.our_value),
      each.baseline,
      shown(each.baseline_value),
      shown(each.ratio),
      limitText(each.limit),
      verdictOf(each) ?? '-',
    ]),
  );
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column].length)),
  );
  const written = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [headings, rule, ...lines].map(written).join('\n');
}

function limitText(limit) {
  if (limit === undefined) return '-';
  const { on, at_most, at_least } = limit;
  return at_most === undefined ? `${on} >= ${shown(at_least)}` : `${on} <= ${shown(at_most)}`;
}

function shown(value) {
  if (!Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 0.1) return value.toPrecision(2);
  return value.toFixed(size < 10 ? 2 : size < 1_000 ? 1 : 0);
}
