import type { AgentSighting } from '../../loop/agents/find-agents.ts';
import type { Style } from '../terminal/style.ts';
import { padEnd } from '../terminal/text-width.ts';
import type { Finding, StepName } from './findings.ts';
import { typed } from './people.ts';

const titles: Readonly<Record<StepName, string>> = {
  false_claim_refused: 'False claim refused',
  read_refused: 'Read outside the plan refused',
  error_stored: 'Error stored',
  error_recalled: 'Error told to a later launch',
  question_answered: 'Question answered',
  task_split: 'Task split',
  tool_found_and_called: 'Tool found and called',
  proof: 'Work proven',
};

/** What was seen, with its facts or, in a folder that is kept, the command that shows them; what was not, and why. */
export function renderFindings(
  findings: readonly Finding[],
  style: Style,
  { kept }: { readonly kept: boolean },
): string[] {
  const { colors, symbols } = style;
  const width = Math.max(...Object.values(titles).map((title) => title.length));
  return findings.map(({ step, ok, what, look }) => {
    const mark = ok ? colors.green(symbols.ok) : colors.red(symbols.fail);
    const right = kept && look ? typed(look) : what;
    return `  ${mark} ${padEnd(titles[step], width)}  ${ok ? colors.dim(right) : right}`;
  });
}

export interface NextStep {
  readonly command: string;
  readonly does: string;
}

/** Whoever tries a clone has no `ralph` on the path yet. */
export function pathStep(launcherFolder: string): NextStep {
  return { command: `export PATH="${launcherFolder}:$PATH"`, does: '' };
}

/** What to type in a repository of one's own, with an agent that is there. */
export function nextSteps(agents: readonly AgentSighting[]): NextStep[] {
  const there = agents.find(({ name, path }) => name !== 'demo' && path !== null);
  return [
    { command: 'cd your/repository', does: '' },
    there
      ? { command: `ralph init --agent ${there.name}`, does: `${there.title} is installed here` }
      : { command: 'ralph init', does: 'asks for agent, gates and editor' },
    { command: 'ralph doctor', does: 'what is missing, and how to get it' },
    { command: 'ralph plan "what you want"', does: 'the agent drafts tasks, you say yes' },
    { command: 'ralph run --tasks --dry-run', does: 'prompt, tools, gates; starts nothing' },
    { command: 'ralph run --tasks', does: 'the agent, until the gates prove it' },
    { command: 'ralph runs undo', does: 'takes all of it back' },
  ];
}

export function renderSteps(steps: readonly NextStep[], style: Style): string[] {
  const told = steps.filter(({ does }) => does !== '');
  const width = Math.max(0, ...told.map(({ command }) => command.length));
  return steps.map(({ command, does }) =>
    `  ${padEnd(command, width)}  ${style.colors.dim(does)}`.trimEnd(),
  );
}
