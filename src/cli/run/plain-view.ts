import { clockText } from '../../loop/runs/report/amounts.ts';
import type { Style } from '../terminal/style.ts';
import type { RunView, UiSettings } from './run-view.ts';
import { createStoryteller } from './storyteller.ts';

/** Lines for a file or a pipe, each with the time since the run began. */
export function createPlainView(options: {
  readonly print: (line: string) => void;
  readonly style: Style;
  readonly ui: UiSettings;
}): RunView {
  const { colors } = options.style;
  let began: number | undefined;
  let since = 0;
  const storyteller = createStoryteller(options, (lines) => {
    for (const line of lines) options.print(`${colors.dim(clockText(since))} ${line}`);
  });
  return {
    ...storyteller,
    event(recorded) {
      const at = Date.parse(recorded.at);
      began ??= at;
      since = at - began;
      storyteller.event(recorded);
    },
    pause: () => () => {},
    close() {},
  };
}
