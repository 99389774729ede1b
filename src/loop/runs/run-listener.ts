import type { RecordedRunEvent } from './run-event.ts';

/** Whoever follows a run in the process that executes it. What has no row of its own is heard here only. */
export interface RunListener {
  event(recorded: RecordedRunEvent): void;
  /** The whole prompt, before the launch that gets it. */
  prompt(text: string): void;
  /** What the agent says on its way: its `text` events. */
  agentText(text: string): void;
  /** The agent's output as it comes. */
  agentLine(line: string, stream: 'stdout' | 'stderr'): void;
  gateLine(gate: string, line: string): void;
}
