import { durationText, momentText, spendText } from '../../loop/runs/report/amounts.ts';
import type { ShownContext } from '../../loop/runs/report/shown-context.ts';
import { storyOf } from '../../loop/runs/report/story.ts';
import type { Iteration } from '../../loop/runs/run.ts';
import type { RecordedRunEvent } from '../../loop/runs/run-event.ts';
import type { Style } from '../terminal/style.ts';
import { padEnd } from '../terminal/text-width.ts';
import { paintStory, printableIn } from './paint-story.ts';
import { renderContext } from './show-context.ts';

/** One launch, with what the memory said to it in full. */
export type ShownAttempt = Omit<Iteration, 'context'> & { readonly context: ShownContext | null };

/** One iteration with all of its launches: what happened, what it left behind, what the gates said. */
export function renderIteration(
  attempts: readonly ShownAttempt[],
  events: readonly RecordedRunEvent[],
  style: Style,
  fit: { readonly fit: boolean },
): string {
  const detail = { tools: 'summary', system: 'summary', final: true } as const;
  const story = events.flatMap(({ event }) => storyOf(event, detail));
  return [
    ...attempts.map((attempt) => renderAttempt(attempt, style, fit)),
    [style.colors.bold('What happened'), ...story.flatMap((line) => paintStory(line, style))].join(
      '\n',
    ),
  ].join('\n\n');
}

function renderAttempt(one: ShownAttempt, style: Style, fit: { readonly fit: boolean }): string {
  const { colors } = style;
  const took =
    one.ended_at === null
      ? undefined
      : durationText(Date.parse(one.ended_at) - Date.parse(one.started_at));
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['agent', one.agent_ended === null ? one.agent : `${one.agent} (${one.agent_ended})`],
    ['task', one.task_id === null ? undefined : `#${one.task_id}`],
    ['session', one.session_id ?? undefined],
    ['started', momentText(one.started_at)],
    ['took', took],
    ['spent', spendText(one.spend)],
    ['verdict', one.verdict ?? undefined],
    ['rejected', one.rejection?.why],
    ['get it back', one.rejection?.how_to_recover ?? undefined],
    ['files', one.changed_files.join('\n') || undefined],
    ['commits', one.commits.join('\n') || undefined],
    ['look at', one.tampering.join('\n') || undefined],
  ];
  const width = 12;
  const facts = rows.flatMap(([name, value]) => {
    if (value === undefined) return [];
    const indented = printableIn(style, value).replaceAll('\n', `\n${' '.repeat(width)}`);
    return [padEnd(name, width) + indented];
  });
  const attempt = one.attempt > 1 ? `, launch ${one.attempt}` : '';
  const red = one.gates.filter(({ ok }) => !ok);
  const outputs = red.flatMap(({ name, output_tail }) => [
    '',
    colors.bold(`The end of what ${name} printed`),
    printableIn(style, output_tail.trimEnd()),
  ]);
  return [
    colors.bold(`Iteration ${one.number}${attempt}: ${one.status}`),
    ...facts,
    ...outputs,
    ...(one.context ? renderContext(one.context, style, fit) : []),
  ].join('\n');
}
