import {
  budgetsText,
  durationText,
  momentText,
  spendText,
} from '../../loop/runs/report/amounts.ts';
import type { Iteration, Run } from '../../loop/runs/run.ts';
import type { RecordedRunEvent } from '../../loop/runs/run-event.ts';
import type { Style } from '../terminal/style.ts';
import { padEnd } from '../terminal/text-width.ts';
import { iterationTable } from './iteration-table.ts';
import { nextSteps, stepLines } from './next-steps.ts';
import { printableIn } from './paint-story.ts';
import { standing } from './run-standing.ts';

export interface ShownRun {
  readonly run: Run;
  readonly iterations: readonly Iteration[];
  readonly events: readonly RecordedRunEvent[];
  /** By question; those that nobody has answered are not there. */
  readonly answers: ReadonlyMap<number, string>;
  readonly isAlive: boolean;
  readonly now: Date;
}

/** A run as a story that can be read in one go. */
export function renderRun(shown: ShownRun, style: Style, fit: { readonly fit: boolean }): string {
  const { run, iterations, events, answers, isAlive } = shown;
  const { colors } = style;
  const parts = [
    [`${colors.bold(run.id)}  ${standing(shown)}`, ...facts(shown, style)].join('\n'),
    iterations.length === 0 ? 'No iterations yet.' : iterationTable(shown, style, fit),
    section('Rejected and broken-off work', rejections(iterations), style),
    section('A person has to look at', iterations.at(-1)?.tampering ?? [], style),
    section('Questions it asked', questions(events, answers), style),
    section('Notes', notes(events), style),
    section('Warnings', warnings(events), style),
    section('What to type next', stepLines(nextSteps(run, iterations, isAlive)), style),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function facts({ run, now }: ShownRun, style: Style): string[] {
  const { options } = run;
  const work = {
    prompt: `the prompt ${options.prompt_file}`,
    prd: `the PRD ${options.prd_file}`,
    tasks: 'the task queue',
  }[options.mode];
  const end = run.ended_at === null ? now : new Date(run.ended_at);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['asked for', `${options.kind} with ${work}${options.allow_edits ? '' : ', read-only'}`],
    ['agent', options.agents.map(({ name }) => name).join(', else ')],
    ['gates', options.gates.map((gate) => `${gate.name} (${gate.run})`).join(', ') || 'none'],
    ['at most', budgetsText(options.budgets)],
    [
      'started',
      run.started_at === null ? undefined : `${momentText(run.started_at)} (${run.started_by})`,
    ],
    [
      'took',
      run.started_at === null
        ? undefined
        : durationText(end.getTime() - Date.parse(run.started_at)),
    ],
    ['spent', spendText(run.spend)],
    ['branch', run.branch ?? undefined],
    ['log', run.log_path],
    ['end', run.reason ?? undefined],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${padEnd(name, 10)} ${oneLine(printableIn(style, value))}`],
  );
}

function rejections(iterations: readonly Iteration[]): string[] {
  return iterations.flatMap(({ number, status, rejection }) => {
    if (rejection === null) return [];
    const how = rejection.how_to_recover === null ? [] : [`  ${rejection.how_to_recover}`];
    return [`Iteration ${number} was ${status}: ${rejection.why}`, ...how];
  });
}

function questions(
  events: readonly RecordedRunEvent[],
  answers: ReadonlyMap<number, string>,
): string[] {
  return events.flatMap(({ event }) => {
    if (event.kind !== 'question') return [];
    const answer = answers.get(event.id);
    const said = answer === undefined ? `no answer yet: ralph answer ${event.id} "…"` : answer;
    return [`${event.id}: ${event.text}\n${said}`];
  });
}

function notes(events: readonly RecordedRunEvent[]): string[] {
  return events.flatMap(({ event, iteration }) =>
    event.kind === 'note'
      ? [`${iteration === null ? '' : `Iteration ${iteration}: `}${event.text}`]
      : [],
  );
}

function warnings(events: readonly RecordedRunEvent[]): string[] {
  return events.flatMap(({ event }) => (event.kind === 'warning' ? [event.message] : []));
}

/** Further lines of an entry stand behind its first, so that none passes for an entry of its own. */
function section(heading: string, entries: readonly string[], style: Style): string {
  if (entries.length === 0) return '';
  const body = entries.map(
    (entry) => `  ${printableIn(style, entry).trimEnd().replaceAll('\n', '\n     ')}`,
  );
  return [style.colors.bold(heading), ...body].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
