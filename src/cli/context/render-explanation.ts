import type { RecalledItem, Recollection } from '../../context/recall.ts';
import { shownText } from '../../context/safety/shown-text.ts';
import { cutToWidth, wrapText } from '../terminal/text-width.ts';

export interface Explanation {
  readonly query: string;
  readonly items: readonly ExplainedItem[];
  readonly dropped: Recollection['dropped'];
  readonly stats: Recollection['stats'];
}

interface ExplainedItem {
  readonly id: string;
  readonly content_type: string;
  readonly score: number | null;
  readonly relevance: number | null;
  readonly age_iterations: number;
  readonly factors: RecalledItem['factors'];
  readonly content: string;
}

export function explained(query: string, { items, dropped, stats }: Recollection): Explanation {
  return {
    query,
    items: items.map(({ item, score, relevance, age, factors }) => ({
      id: item.id,
      content_type: item.content_type,
      score,
      relevance,
      age_iterations: age,
      factors,
      content: shownText(item),
    })),
    dropped,
    stats,
  };
}

const excerpt = 100;
const factorIndent = ' '.repeat(6);

export function renderExplanation(
  { items, dropped, stats }: Explanation,
  width = Number.POSITIVE_INFINITY,
): string {
  const number = (value: unknown) => (typeof value === 'number' ? value.toFixed(3) : '–');
  const results = items.flatMap(({ id, content_type, score, relevance, factors, content }) => [
    cutToWidth(
      `${number(score)} ${id} ${content_type}: ${content.replace(/\s+/g, ' ').slice(0, excerpt)}`,
      width,
      '…',
    ),
    ...wrapText(
      `relevance ${number(relevance)}; ${Object.entries(factors ?? {})
        .map(([name, value]) => `${name} ${number(value)}`)
        .join(', ')}`,
      width - factorIndent.length,
    ).map((line) => factorIndent + line),
  ]);
  const left = Object.entries(dropped).map(
    ([rule, count]) => `${count} ${rule.replaceAll('_', ' ')}`,
  );
  const summary = [
    `Considered ${stats.total_candidates}; left out: ${left.join(', ') || 'none'}.`,
    `Embedding ${stats.query_embedding_time_ms} ms, search ${stats.search_time_ms} ms${stats.degraded === null ? '' : `; ${stats.degraded} only: ${stats.degraded_reason}`}.`,
  ];
  return [
    ...(results.length > 0 ? results : ['Nothing fits.']),
    ...summary.flatMap((line) => wrapText(line, width)),
  ].join('\n');
}
