import { countText } from '../../loop/runs/report/amounts.ts';
import type { ShownContext } from '../../loop/runs/report/shown-context.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { printableIn } from './paint-story.ts';

/** What an iteration was told from the memory: every item with its score, what the score is made of, and its text. */
export function renderContext(
  context: ShownContext,
  style: Style,
  fit: { readonly fit: boolean },
): string[] {
  const { injected, held_out, told, stored } = context;
  const { colors } = style;
  const why = context.degraded_reason === null ? '' : ` (${context.degraded_reason})`;
  const found = [
    ...injected.map((item) => ({ ...item, how: item.cited ? 'cited' : '' })),
    ...held_out.map((item) => ({ ...item, tokens: null, how: 'held out' })),
    ...told.map((item) => ({
      ...item,
      ...{ score: null, relevance: null, factors: null },
      how: item.cited ? 'by the run, cited' : 'by the run',
    })),
  ];
  const rows = found.map((item) => [
    item.id,
    item.content_type,
    number(item.score),
    number(item.relevance),
    item.tokens === null ? '' : String(item.tokens),
    item.how,
    factorsText(item.factors),
  ]);
  const heading = ['ITEM', 'TYPE', 'SCORE', 'RELEVANCE', 'TOKENS', '', 'FACTORS'];
  return [
    '',
    colors.bold(
      `From the memory: ${countText(injected.length, 'item')}, ${countText(context.tokens, 'token')}`,
    ),
    ...(context.degraded === null
      ? []
      : [printableIn(style, `searched with ${context.degraded} only${why}`)]),
    ...(rows.length > 0 ? [renderTable(heading, rows, style, { ...fit, wrap: true })] : []),
    ...(context.skills_omitted > 0
      ? [
          `${countText(context.skills_omitted, 'more skill', 'more skills')} of the book had no room`,
        ]
      : []),
    ...(stored === null || stored.id === null ? [] : [storedText({ ...stored, id: stored.id })]),
    ...[...injected, ...told].flatMap(({ text }) => ['', printableIn(style, text)]),
  ];
}

function storedText(stored: { id: string; errors: readonly string[]; fixed: readonly string[] }) {
  const errors = stored.errors.length > 0 ? `, errors ${stored.errors.join(', ')}` : '';
  const fixed = stored.fixed.length > 0 ? `, which got past ${stored.fixed.join(', ')}` : '';
  return `Stored as ${stored.id}${errors}${fixed}`;
}

function number(value: number | null): string {
  return value === null ? '' : value.toFixed(3);
}

function factorsText(factors: Readonly<Record<string, number | null>> | null): string {
  return Object.entries(factors ?? {})
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${Number(value.toFixed(2))}`]))
    .join(', ');
}
