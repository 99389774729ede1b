import type { Output } from '../command.ts';
import type { RunView } from './run-view.ts';

/** One recorded event per line. What is not recorded is not printed either: a later reader gets the same lines. */
export function createJsonView(output: Output): RunView {
  const nothing = () => {};
  return {
    event: (recorded) => output.line(JSON.stringify(recorded)),
    prompt: nothing,
    agentText: nothing,
    agentLine: nothing,
    gateLine: nothing,
    pause: () => nothing,
    close: nothing,
  };
}
