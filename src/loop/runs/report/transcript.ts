import { stripVTControlCharacters } from 'node:util';
import type { Logger } from '../../../base/logger.ts';
import { redactText, redactValue } from '../../../base/redaction.ts';
import { visibleText } from '../../../base/safe-text.ts';
import { createLineRedactor } from '../../gates/line-redactor.ts';
import type { Iteration, Run } from '../run.ts';
import type { RunEvent } from '../run-event.ts';
import type { RunListener } from '../run-listener.ts';
import type { AgentDetail } from './agent-story.ts';
import { openLogFile, replaceLogFile } from './log-file.ts';
import { summaryPathOf } from './log-names.ts';
import { runResult } from './run-result.ts';
import { storyOf } from './story.ts';

/** The log of a run. A run that is resumed goes on in the same file. */
export interface Transcript extends RunListener {
  /** Ends the log and writes the summary beside it. */
  close(run: Run, iterations: readonly Iteration[]): void;
}

/** Nothing is left out but what the agent's own lines say anyway. */
const detail: AgentDetail = { tools: 'summary', system: 'full', final: true };

/** After these the log is on the disk, whatever becomes of the machine. */
const landmarks = new Set(['run_started', 'iteration_started', 'iteration_ended', 'run_ended']);

export function openTranscript(options: {
  readonly root: string;
  readonly run: Run;
  readonly logger?: Logger;
}): Transcript {
  const { root, run, logger } = options;
  const file = openLogFile(root, run.log_path, logger);
  const redactOutput = createLineRedactor();
  const said = (mark: string, line: string) => {
    // An agent's JSON holds a key within one line, and one that is only mentioned must not swallow what follows.
    const safe = line.startsWith('{') ? redactText(line) : redactOutput(line);
    if (safe !== undefined) file.append(marked(mark, safe));
  };

  return {
    event({ at, seq, event }) {
      const told = storyOf(event, detail).map(({ text }) => text);
      const lines = [...standing(event), ...told].flatMap((line) => clean(line).split('\n'));
      const [first, ...more] = lines.map(redactText);
      if (first === undefined) return;
      const below = more.map((line) => `    ${line}\n`).join('');
      file.append(`${at} #${seq} ${first}\n${below}`);
      if (landmarks.has(event.kind)) file.sync();
    },
    prompt: (text) => file.append(marked('prompt', redactText(text))),
    // The lines that the text was read from are in the log already.
    agentText: () => {},
    agentLine: (line, stream) => said(stream === 'stdout' ? 'agent' : 'agent!', line),
    gateLine: (gate, line) => said(gate, line),
    close(ended, iterations) {
      file.close();
      const summary = redactValue(runResult(ended, iterations));
      const content = `${JSON.stringify(summary, null, 2)}\n`;
      replaceLogFile(root, summaryPathOf(run.log_path), content, logger);
    },
  };
}

/** Where the run stands, which the views show in their status instead. */
function standing(event: RunEvent): string[] {
  if (event.kind === 'phase') return [`Phase: ${event.phase}`];
  return event.kind === 'gate_started' ? [`${event.name} runs`] : [];
}

/** Whoever prints the log on a terminal must not have it obeyed. */
function clean(text: string): string {
  return visibleText(stripVTControlCharacters(text));
}

/** Every line of a block with its source before it, so that none passes for one of Ralph's own. */
function marked(mark: string, block: string): string {
  return clean(block)
    .split('\n')
    .map((line) => `  ${mark}| ${line}\n`)
    .join('');
}
