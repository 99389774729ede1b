import type { z } from 'zod';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { uiConfig } from '../../loop/reporting-config.ts';
import type { RunListener } from '../../loop/runs/run-listener.ts';
import type { Invocation } from '../command.ts';
import { styleFor } from '../terminal/style.ts';
import { createJsonView } from './json-view.ts';
import { createPlainView } from './plain-view.ts';
import { createRichView } from './rich-view.ts';

export type UiSettings = z.output<typeof uiConfig>;

/** What a person, or with `--json` a program, sees of a run while it goes on. */
export interface RunView extends RunListener {
  /** Leaves the terminal to someone else, such as a question, until what is answered is called. */
  pause(): () => void;
  /** Leaves the terminal as it was found. May be called twice. */
  close(): void;
}

export interface RunViewOptions {
  readonly output: Invocation['output'];
  readonly env: Invocation['env'];
  readonly json: boolean;
  readonly ui: UiSettings;
  readonly clock?: Clock;
}

export function createRunView(options: RunViewOptions): RunView {
  const { output, json, ui, clock = systemClock } = options;
  if (json) return createJsonView(output);
  const env = ui.no_color ? { ...options.env, NO_COLOR: '1' } : options.env;
  const style = styleFor({ output, env }, { asciiOnly: ui.ascii_only });
  const { screen } = output;
  const canRedraw = screen !== undefined && output.isTerminal && env.TERM !== 'dumb';
  // A continuous build's log is a file, even where it is made to look like a terminal.
  const rich = canRedraw && (ui.mode === 'rich' || (ui.mode === 'auto' && !env.CI));
  return rich
    ? createRichView({ screen, style, ui, clock })
    : createPlainView({ print: output.line, style, ui });
}
