import { clockText, spendText, tickText } from '../../loop/runs/report/amounts.ts';
import type { Style } from '../terminal/style.ts';
import { cutToWidth, padEnd, textWidth } from '../terminal/text-width.ts';
import { printableIn } from './paint-story.ts';
import { phaseText } from './phase-text.ts';
import { type GateState, type RunState, sum } from './run-state.ts';

/** The few lines below the story, each within the width. */
export function statusLines(
  state: RunState,
  style: Style,
  at: { readonly now: Date; readonly columns: number },
): string[] {
  // The last column stays free: terminals break the line after it at different moments.
  const width = Math.max(10, at.columns - 1);
  const cut = (text: string, room = width) =>
    cutToWidth(printableIn(style, text).replace(/\n[\s\S]*/, ''), room, style.symbols.ellipsis);
  const now = at.now.getTime();
  const { colors, symbols } = style;

  const elapsed = state.startedAt === null ? '' : clockText(now - Date.parse(state.startedAt));
  const head = cut(headText(state), width - elapsed.length - 1);
  const lines = [
    colors.dim(symbols.rule.repeat(width)),
    colors.bold(padEnd(head, width - elapsed.length)) + colors.dim(elapsed),
    cut(doingText(state, now)),
  ];
  if (state.gates.size > 0) lines.push(gateLine(state, style, width));
  const spend = spendText(sum(state.spent, state.spending));
  if (spend !== undefined) lines.push(colors.dim(cut(`spent ${spend}`)));
  return lines;
}

function headText({ iteration, of, task }: RunState): string {
  if (iteration === 0) return 'Run';
  const id = task === null ? '' : `${typeof task.id === 'number' ? '#' : ''}${task.id} `;
  return `Iteration ${iteration}/${of}${task === null ? '' : `  ${id}${task.title}`}`;
}

function doingText({ waiting, agent, tool, phase }: RunState, now: number): string {
  if (waiting !== null) {
    const left = waiting.until === null ? Number.NaN : Date.parse(waiting.until) - now;
    const countdown = Number.isNaN(left)
      ? ''
      : `, ${left > 0 ? `${tickText(left)} left` : 'any moment now'}`;
    return `waits: ${waiting.for}${countdown}`;
  }
  if (phase === 'agent' && tool !== null) {
    const long = now - Date.parse(tool.since);
    return `${agent}  ${long >= 2000 ? `(${tickText(long)}) ` : ''}${tool.text}`;
  }
  if (phase === 'agent') return `${agent} works`;
  return phase === null ? 'starts' : phaseText[phase];
}

function gateLine({ gates }: RunState, { colors, symbols }: Style, width: number): string {
  const marks: Readonly<Record<GateState, string>> = {
    pending: colors.dim(symbols.pending),
    running: colors.cyan(symbols.ellipsis),
    green: colors.green(symbols.ok),
    red: colors.red(symbols.fail),
    forgiven: colors.yellow(symbols.warn),
  };
  let line = 'gates';
  for (const [name, state] of gates) {
    const next = `${line}  ${marks[state]} ${name}`;
    if (textWidth(next) > width - 2) return `${line} ${symbols.ellipsis}`;
    line = next;
  }
  return line;
}
