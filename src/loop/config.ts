import { z } from 'zod';
import { about } from '../base/about.ts';

export const agentNames = [
  'claude',
  'codex',
  'opencode',
  'gemini',
  'copilot',
  'qwen',
  'amp',
  'custom',
  'demo',
] as const;
export type AgentName = (typeof agentNames)[number];

const name = z.string().min(1);
const flag = z.boolean();
const count = z.int().min(0);
const minutes = z.number().positive();
const dollars = z.number().min(0);

/** Escapes are refused here already; symbolic links are judged when the file is opened. */
const noEscape = /^(?!(?:.*[\\/])?\.\.(?:[\\/]|$))[^\0]+$/;
const projectFile = z.string().regex(noEscape, 'must be a path inside the project');
const projectPath = z
  .string()
  .regex(
    /^(?![\\/]|[A-Za-z]:)(?!(?:.*[\\/])?\.\.(?:[\\/]|$))[^\0]+$/,
    'must be a path inside the project, written relative to its root',
  );

/** Prices by model. `"*"` prices every model that is not named, for agents that do not say which they use. */
export const pricesConfig = z
  .record(
    name,
    z.strictObject({
      input: about(dollars, 'US dollars per million input tokens.', 1.25),
      output: about(z.number().min(0), 'US dollars per million output tokens.', 10),
      cached_input: about(dollars.optional(), 'US dollars per million cached input tokens.', 0.125),
    }),
  )
  .default({});

const prices = about(
  pricesConfig.unwrap().optional(),
  'Prices of this agent\'s models, before the table at the top level. "*" stands for any other model.',
  { '*': { input: 1.25, output: 10 } },
);
const model = about(name.optional(), 'Model of this agent, before `agents.model`.', 'gpt-5.1');
const args = about(z.array(z.string()).optional(), "Arguments added to the agent's command line.", [
  '--verbose',
]);
const agent = about(
  z
    .strictObject({
      command: about(name.optional(), 'Where the agent is, when it is not on PATH.', '/opt/agent'),
      model,
      args,
      prices,
    })
    .optional(),
  'Settings of this agent alone.',
);

/** The `agents` block of ralph.yaml. */
export const agentsConfig = z.strictObject({
  default: about(z.enum(agentNames).default('claude'), 'The agent that a run launches.'),
  fallback: about(
    z.array(z.enum(agentNames)).default([]),
    'Agents to turn to, in this order, while the one before is out of its rate limit.',
    ['codex'],
  ),
  model: about(
    name.optional(),
    "Model for every agent; the agent's own default unless given.",
    'gpt-5.1',
  ),
  model_reasoning_effort: about(
    name.optional(),
    'Reasoning effort, where the agent has one.',
    'high',
  ),
  custom: about(
    z
      .strictObject({
        command: about(
          name.optional(),
          'Command of an agent of your own; it reads the prompt on stdin.',
          'my-agent --stdin',
        ),
        model,
        args,
        prices,
      })
      .prefault({}),
    'An agent of your own.',
  ),
  claude: agent,
  codex: agent,
  opencode: agent,
  gemini: agent,
  copilot: agent,
  qwen: agent,
  amp: agent,
  demo: agent,
});

const gate = z.strictObject({
  name: about(z.string().min(1), 'What the gate is called in reports.', 'test'),
  run: about(
    z.string().min(1),
    'Shell command, run in the root; exit code 0 is green.',
    'npm test',
  ),
  baseline: about(
    z.enum(['strict', 'tolerate']).default('strict'),
    'tolerate forgives failures, one by one, that were there before the run; strict forgives none.',
  ),
  timeout_s: about(z.number().positive().optional(), 'Longest time the command may take.', 600),
});

/** The `gates` block. Absent means that Ralph looks for gates itself; an empty list means none. */
export const gatesConfig = z
  .array(gate)
  .check(({ value, issues }) => {
    value.forEach(({ name }, index) => {
      if (value.findIndex((other) => other.name === name) === index) return;
      issues.push({
        code: 'custom',
        input: value,
        path: [index, 'name'],
        message: `"${name}" is the name of an earlier gate.`,
        params: { hint: 'Give each gate a name of its own.' },
      });
    });
  })
  .optional();

/** The `budgets` block. Tokens and cost have no default: only the user knows what is too much. */
export const budgetsConfig = z.strictObject({
  iterations: about(count.default(10), 'Most iterations of one run.'),
  minutes: about(minutes.default(240), 'Longest time of one run.'),
  idle_minutes: about(minutes.optional(), 'Longest silence of an agent before it is stopped.', 30),
  tokens: about(z.int().min(1).optional(), 'Most tokens of one run.', 2_000_000),
  cost_usd: about(
    z.number().positive().optional(),
    'Most US dollars of one run. Needs agents that report their cost, or prices.',
    20,
  ),
  stall: about(z.int().min(1).default(5), 'Iterations without progress after which a run stops.'),
});

/** The `run` block: what a run works on and how it goes about it. */
export const runConfig = z.strictObject({
  prompt_file: about(projectFile.default('scripts/ralph/prompt.md'), 'The prompt.'),
  prd_file: about(projectFile.default('scripts/ralph/prd.json'), 'The PRD.'),
  sleep_seconds: about(z.number().min(0).default(2), 'Pause between two iterations.'),
  interactive: about(flag.default(false), 'Ask before each iteration.'),
  allowed_paths: about(
    z.array(projectPath).default([]),
    'The only paths that a run may change; empty allows all.',
    ['src', 'docs'],
  ),
  branch: about(
    z.string().optional(),
    'Branch to work on; empty stays on the current one, and absent takes the PRD\'s "branchName".',
    'ralph/feature',
  ),
});
