import { costText, durationText, tokensText } from '../../loop/runs/report/amounts.ts';
import type { Iteration } from '../../loop/runs/run.ts';
import type { RecordedRunEvent } from '../../loop/runs/run-event.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { printableIn } from './paint-story.ts';
import type { ShownRun } from './show-run.ts';

/** One row per launch. */
export function iterationTable(
  { iterations, events, now }: ShownRun,
  style: Style,
  fit: { readonly fit: boolean },
): string {
  const titles = taskTitles(events);
  const rows = iterations.map((one) => {
    const end = one.ended_at === null ? now : new Date(one.ended_at);
    const tokens = one.spend.input_tokens + one.spend.output_tokens;
    return [
      one.attempt > 1 ? `${one.number}.${one.attempt}` : String(one.number),
      one.agent,
      titles.get(keyOf(one)) ?? (one.task_id === null ? '' : `#${one.task_id}`),
      one.status,
      String(one.changed_files.length),
      gateMarks(one, style),
      tokens === 0 ? '' : tokensText(tokens).replace(/ tokens?$/, ''),
      one.spend.cost_usd === null ? '' : costText(one.spend.cost_usd),
      durationText(end.getTime() - Date.parse(one.started_at)),
      one.verdict ?? '',
    ].map((cell) => printableIn(style, cell));
  });
  const heading = [
    '#',
    'AGENT',
    'TASK',
    'STATUS',
    'FILES',
    'GATES',
    'TOKENS',
    'COST',
    'TIME',
    'VERDICT',
  ];
  return renderTable(heading, rows, style, { ...fit, wrap: true });
}

/** Ids alone would leave the reader with numbers: the events tell what the tasks were called. */
function taskTitles(events: readonly RecordedRunEvent[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const attempts = new Map<number, number>();
  for (const { event } of events) {
    if (event.kind !== 'iteration_started') continue;
    const attempt = (attempts.get(event.iteration) ?? 0) + 1;
    attempts.set(event.iteration, attempt);
    if (event.task === null) continue;
    const { id, title } = event.task;
    const text = `${typeof id === 'number' ? '#' : ''}${id} ${title}`;
    titles.set(`${event.iteration}.${attempt}`, text.length > 30 ? `${text.slice(0, 29)}…` : text);
  }
  return titles;
}

function keyOf({ number, attempt }: Iteration): string {
  return `${number}.${attempt}`;
}

function gateMarks({ gates, judgement }: Iteration, { symbols }: Style): string {
  const counted = judgement?.new_failures;
  const marks = gates.map(({ name, ok }) => {
    if (ok) return `${symbols.ok} ${name}`;
    const counts = counted?.some((one) => one === name || one.startsWith(`${name}: `)) ?? true;
    return counts ? `${symbols.fail} ${name}` : `${symbols.warn} ${name} as before`;
  });
  return marks.join(' ');
}
