import type { Clock } from '../../base/clock.ts';
import type { Screen } from '../terminal/screen.ts';
import type { Style } from '../terminal/style.ts';
import { textWidth } from '../terminal/text-width.ts';
import { nextState, unknownState } from './run-state.ts';
import type { RunView, UiSettings } from './run-view.ts';
import { statusLines } from './status-lines.ts';
import { createStoryteller } from './storyteller.ts';

const redrawEveryMs = 250;
const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';
const eraseBelow = '\x1b[J';
const up = (rows: number) => (rows > 0 ? `\x1b[${rows}A` : '');

/** The story scrolls by; below it a few lines say where the run stands, drawn again in their place. */
export function createRichView(options: {
  readonly screen: Screen;
  readonly style: Style;
  readonly ui: UiSettings;
  readonly clock: Clock;
}): RunView {
  const { screen, style, clock } = options;
  let state = unknownState;
  let told: string[] = [];
  let drawn: readonly string[] = [];
  let closed = false;
  let paused = false;

  const erase = () => {
    // A terminal that became narrower has broken our lines: they are as high as that makes them.
    const columns = screen.columns();
    const rows = drawn.map((line) => Math.max(1, Math.ceil(textWidth(line) / columns)));
    const height = rows.reduce((total, each) => total + each, 0);
    return drawn.length === 0 ? '' : `\r${up(height - 1)}${eraseBelow}`;
  };
  const draw = (lines: readonly string[]) => {
    const story = told.map((line) => `${line}\n`).join('');
    if (story === '' && lines.join('\n') === drawn.join('\n')) return;
    screen.write(erase() + story + (lines.length > 0 ? hideCursor : '') + lines.join('\n'));
    told = [];
    drawn = lines;
  };
  const clear = () => {
    draw([]);
    screen.write(showCursor);
  };
  const redraw = () => {
    if (closed || paused) return;
    const lines = statusLines(state, style, { now: clock.now(), columns: screen.columns() });
    draw(state.ended ? [] : lines.slice(0, Math.max(1, screen.rows() - 1)));
  };
  const close = () => {
    if (closed) return;
    closed = true;
    clearInterval(timer);
    for (const stop of stopListening) stop();
    clear();
  };

  const timer = setInterval(redraw, redrawEveryMs);
  timer.unref();
  const stopListening = [screen.onResize(redraw), screen.onExit(close)];
  const storyteller = createStoryteller(options, (lines) => told.push(...lines));
  return {
    ...storyteller,
    event(recorded) {
      state = nextState(state, recorded);
      storyteller.event(recorded);
    },
    pause() {
      paused = true;
      clear();
      return () => {
        paused = false;
      };
    },
    close,
  };
}
