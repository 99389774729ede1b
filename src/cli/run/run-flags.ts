import { defined } from '../../base/defined.ts';
import { agentNames } from '../../loop/config.ts';
import type { RunRequest } from '../../loop/runs/start/run-request.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { listOption } from '../project/read-input.ts';
import { textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

/** What `ralph run` and `ralph understand` both take. */
export const sharedFlags: readonly OptionSpec[] = [
  { name: 'agent', value: 'NAME', choices: agentNames, description: 'Agent to launch' },
  { name: 'agent-cmd', value: 'COMMAND', description: 'Command of an agent of your own' },
  { name: 'model', value: 'ID', description: 'Model of the agent' },
  { name: 'model-reasoning-effort', value: 'LEVEL', description: 'Reasoning effort of the model' },
  { name: 'prompt-file', value: 'FILE', description: 'Prompt, inside the root' },
  { name: 'sleep', value: 'SECONDS', description: 'Pause between two iterations' },
  { name: 'interactive', description: 'Ask before each iteration' },
  { name: 'max-cost', value: 'DOLLARS', description: 'Most US dollars' },
  { name: 'max-tokens', value: 'N', description: 'Most tokens' },
  { name: 'max-minutes', value: 'MINUTES', description: 'Longest time' },
  { name: 'yolo', description: "Switch the agent's own permission checks off" },
  { name: 'dry-run', description: 'Show prompt, tools, gates and budgets; start nothing' },
  { name: 'detach', description: 'Start it in a process of its own and leave' },
  {
    name: 'ui',
    value: 'MODE',
    choices: ['auto', 'rich', 'plain'],
    description: 'Live view or plain lines',
  },
  { name: 'ascii', description: 'Print ASCII characters only' },
  { name: 'ai-raw', description: "Print the agent's output as it comes" },
  { name: 'ai-show-prompt', description: 'Print the prompt of each iteration' },
  { name: 'no-ai-show-final', description: "Leave out the agent's last message" },
  {
    name: 'ai-prompt-progress-every',
    value: 'N',
    description: 'Progress every so many lines of a long prompt; 0 never',
  },
  {
    name: 'ai-tool-mode',
    value: 'MODE',
    choices: ['summary', 'full', 'none'],
    description: "How much of the agent's tool calls is printed",
  },
  {
    name: 'ai-sys-mode',
    value: 'MODE',
    choices: ['summary', 'full'],
    description: "How much of the agent's system messages is printed",
  },
  {
    name: 'json',
    description: "Print one JSON event per line; the agent's words are in the log",
  },
];

/** What only `ralph run` takes: what it works on, and what it may change. */
export const runOnlyFlags: readonly OptionSpec[] = [
  { name: 'tasks', description: "Work on the project's tasks instead of PRD or prompt" },
  { name: 'feature', value: 'NAME', description: 'With --tasks: only tasks of this feature' },
  { name: 'discipline', value: 'NAME', description: 'With --tasks: only tasks of this discipline' },
  { name: 'prd-file', value: 'FILE', description: 'PRD, inside the root' },
  {
    name: 'allowed-paths',
    value: 'PATHS',
    repeatable: true,
    description: 'The only paths that may change, separated by commas',
  },
  { name: 'read-only', description: 'Take every change of a file back' },
  { name: 'commit', description: 'Make one commit per accepted iteration' },
  { name: 'branch', value: 'NAME', description: 'Branch to work on; empty stays on this one' },
  { name: 'worktree', description: 'Work in a git worktree and leave a branch to review' },
];

export const iterationsArgument = { name: 'n', description: 'Most iterations' } as const;

/** The flags whose field goes by another name. */
const flagOf: Readonly<Record<string, string>> = {
  max_iterations: 'n',
  sleep_seconds: '--sleep',
  ui_mode: '--ui',
  ascii_only: '--ascii',
  ai_show_final: '--no-ai-show-final',
};

export function flagName(field: string): string {
  return flagOf[field] ?? `--${field.replaceAll('_', '-')}`;
}

/** What was asked for, and nothing else: the rest is the configuration's. */
export function readRequest(invocation: Invocation): RunRequest {
  const text = (name: string) => textOption(invocation, name);
  const given = (name: string) => (invocation.options[name] === true ? true : undefined);
  const agent = agentNames.find((name) => name === text('agent'));
  if (agent !== undefined && agent !== 'custom' && text('agent-cmd') !== undefined) {
    throw new UsageError(`--agent ${agent} and --agent-cmd name two different agents.`, {
      hint: 'Leave one of them out.',
    });
  }
  const modes = invocation.options;
  return defined({
    agent,
    agent_cmd: text('agent-cmd'),
    model: text('model'),
    model_reasoning_effort: text('model-reasoning-effort'),
    prompt_file: text('prompt-file'),
    prd_file: text('prd-file'),
    max_iterations: number('n', invocation.args.n),
    sleep_seconds: number('--sleep', modes.sleep),
    max_cost: number('--max-cost', modes['max-cost']),
    max_tokens: number('--max-tokens', modes['max-tokens']),
    max_minutes: number('--max-minutes', modes['max-minutes']),
    interactive: given('interactive'),
    allowed_paths: listOption(invocation, 'allowed-paths')?.flatMap((paths) =>
      paths
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean),
    ),
    allow_edits: given('read-only') ? false : undefined,
    yolo: given('yolo'),
    commit: given('commit'),
    branch: text('branch'),
    worktree: given('worktree'),
    tasks: given('tasks'),
    feature: text('feature'),
    discipline: text('discipline'),
    ui_mode: one(['auto', 'rich', 'plain'], modes.ui),
    ascii_only: given('ascii'),
    ai_raw: given('ai-raw'),
    ai_show_prompt: given('ai-show-prompt'),
    ai_show_final: given('no-ai-show-final') ? false : undefined,
    ai_prompt_progress_every: number(
      '--ai-prompt-progress-every',
      modes['ai-prompt-progress-every'],
    ),
    ai_tool_mode: one(['summary', 'full', 'none'], modes['ai-tool-mode']),
    ai_sys_mode: one(['summary', 'full'], modes['ai-sys-mode']),
  });
}

function number(name: string, written: Invocation['options'][string]): number | undefined {
  if (typeof written !== 'string') return undefined;
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(written)) return Number(written);
  throw new UsageError(`${name}: "${written}" is not a number.`, {
    hint: `Write a number, such as ${name === 'n' ? 'ralph run 5' : `${name} 5`}.`,
  });
}

/** The parser has refused everything else already. */
function one<const Choice extends string>(
  choices: readonly Choice[],
  written: Invocation['options'][string],
): Choice | undefined {
  return choices.find((choice) => choice === written);
}
