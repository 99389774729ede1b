import { chartRows } from './report.ts';
import type { Summary } from './summarize.ts';

const rowHeight = 34;
const labelWidth = 230;
const barWidth = 430;
const width = labelWidth + barWidth + 80;
const top = 86;

/** Mean iterations of each task in both variants, as bars; readable on light and dark ground. */
export function renderChart(summary: Summary): string {
  const rows = chartRows(summary);
  const most = Math.max(
    1,
    ...rows.flatMap((row) => [row.baseline_iterations, row.context_iterations]),
  );
  const step = stepFor(most);
  const scale = (value: number) => (value / (Math.ceil(most / step) * step)) * barWidth;
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
  const height = top + rows.length * rowHeight + 40;
  const title = `Iterations until done${summary.simulated ? ', simulated agent' : `, ${summary.agent}`}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${escaped(title)}: mean of each task, without and with context</title>
<style>
  .ground { fill: #ffffff } .text { fill: #1f2328 } .quiet { fill: #59636e } .line { stroke: #d1d9e0 }
  .baseline { fill: #8c959f } .context { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } .text { fill: #f0f6fc } .quiet { fill: #9198a1 } .line { stroke: #3d444d }
    .baseline { fill: #6e7681 } .context { fill: #4493f8 }
  }
</style>
<rect class="ground" width="${width}" height="${height}" rx="6"/>
<text class="text" x="16" y="28" font-size="16" font-weight="600">${escaped(title)}</text>
<rect class="baseline" x="16" y="44" width="12" height="12" rx="2"/><text class="quiet" x="34" y="55">baseline</text>
<rect class="context" x="110" y="44" width="12" height="12" rx="2"/><text class="quiet" x="128" y="55">with context</text>
${ticks.map((tick) => tickAt(labelWidth + scale(tick), tick, height)).join('\n')}
${rows.map((row, at) => bars(row, top + at * rowHeight, scale)).join('\n')}
</svg>
`;
}

function tickAt(x: number, tick: number, height: number): string {
  return `<line class="line" x1="${x.toFixed(1)}" y1="${top - 8}" x2="${x.toFixed(1)}" y2="${height - 32}"/><text class="quiet" x="${x.toFixed(1)}" y="${height - 14}" text-anchor="middle">${tick}</text>`;
}

function bars(
  row: ReturnType<typeof chartRows>[number],
  y: number,
  scale: (value: number) => number,
): string {
  const bar = (kind: 'baseline' | 'context', value: number, at: number) =>
    `<rect class="${kind}" x="${labelWidth}" y="${at}" width="${Math.max(1, scale(value)).toFixed(1)}" height="11" rx="2"/><text class="quiet" x="${(labelWidth + scale(value) + 6).toFixed(1)}" y="${at + 10}" font-size="11">${value.toFixed(1)}</text>`;
  return [
    `<text class="text" x="${labelWidth - 10}" y="${y + 11}" text-anchor="end">${escaped(shortened(row.task))}</text>`,
    `<text class="quiet" x="${labelWidth - 10}" y="${y + 24}" text-anchor="end" font-size="10">${row.complexity}</text>`,
    bar('baseline', row.baseline_iterations, y),
    bar('context', row.context_iterations, y + 13),
  ].join('\n');
}

function stepFor(most: number): number {
  return [1, 2, 5, 10, 20, 50, 100].find((step) => most / step <= 10) ?? 200;
}

function shortened(name: string): string {
  return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
