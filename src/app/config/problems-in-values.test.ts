import { expect, it } from 'vitest';
import { type Mistakes, problemsOf } from './testing/problems-of.ts';
import { temporaryProject } from './testing/temporary-project.ts';

const agents = 'claude, codex, opencode, gemini, copilot, qwen, amp, custom, demo';
const topLevel =
  'preset, agents, gates, budgets, commit, run, ui, notify, logs, prices, recipes, disciplines, tools, catalog, server, learning';

const mistakes: Mistakes = {
  'a mistyped key': [
    'budgets:\n  iteration: 10\n',
    'ralph.yaml:2:3 budgets.iteration: unknown key. Did you mean "iterations"?',
    'Rename it to "iterations", or remove it.',
  ],
  'a key that belongs elsewhere': [
    'commit: true\nstall: 3\n',
    'ralph.yaml:2:1 stall: unknown key here. It belongs under "budgets".',
    'Move it there, or remove it.',
  ],
  'a key that belongs at the top': [
    'agents: { budgets: { iterations: 2 } }\n',
    'ralph.yaml:1:11 agents.budgets: unknown key here. It belongs under the top level.',
    'Move it there, or remove it.',
  ],
  'a key that could belong to several sections': [
    'budgets: { model: gpt-5.1 }\n',
    'ralph.yaml:1:12 budgets.model: unknown key here. It belongs under "agents" or "agents.custom" or "agents.claude".',
    'Move it there, or remove it.',
  ],
  'a key that is nowhere': [
    'telemetry: true\n',
    'ralph.yaml:1:1 telemetry: unknown key.',
    `Remove it, or use one of: ${topLevel}.`,
  ],
  'a key named like a property of every object': [
    'run: { toString: 1 }\n',
    'ralph.yaml:1:8 run.toString: unknown key.',
    'Remove it, or use one of: prompt_file, prd_file, sleep_seconds, interactive, allowed_paths, branch.',
  ],
  'a prototype key': [
    'catalog:\n  servers:\n    __proto__: { command: x }\n',
    'ralph.yaml:3:5 catalog.servers: "__proto__" cannot be a key.',
    'Use a plain name as the key.',
  ],
  'a map as a key': [
    '? { a: 1 }\n: 2\n',
    'ralph.yaml:1:3: a list or a map cannot be a key.',
    'Use a plain name as the key.',
  ],
  'text for a number': [
    'budgets: { tokens: lots }\n',
    'ralph.yaml:1:12 budgets.tokens: must be a whole number of at least 1, not "lots".',
    'Write for example: tokens: 2000000',
  ],
  'a number that is too small': [
    'budgets: { iterations: -1 }\n',
    'ralph.yaml:1:12 budgets.iterations: must be a whole number of at least 0, not -1.',
    'Write for example: iterations: 10',
  ],
  'a number that is too large': [
    'server: { port: 70000 }\n',
    'ralph.yaml:1:11 server.port: must be a whole number from 0 to 65535, not 70000.',
    'Write for example: port: 8765',
  ],
  'a fraction for a whole number': [
    'budgets: { stall: 2.5 }\n',
    'ralph.yaml:1:12 budgets.stall: must be a whole number of at least 1, not 2.5.',
    'Write for example: stall: 5',
  ],
  'zero where more is needed': [
    'budgets: { minutes: 0 }\n',
    'ralph.yaml:1:12 budgets.minutes: must be a number above 0, not 0.',
    'Write for example: minutes: 240',
  ],
  'an infinite number': [
    'budgets: { cost_usd: .inf }\n',
    'ralph.yaml:1:12 budgets.cost_usd: must be a number above 0, not Infinity.',
    'Write for example: cost_usd: 20',
  ],
  'a number outside its two bounds': [
    'catalog: { timeout_s: 100000 }\n',
    'ralph.yaml:1:12 catalog.timeout_s: must be a number above 0 and up to 86400, not 100000.',
    'Write for example: timeout_s: 60',
  ],
  'a weight above one': [
    'learning: { mcp_context: { scoring: { recency_weight: 2 } } }\n',
    'ralph.yaml:1:39 learning.mcp_context.scoring.recency_weight: must be a number from 0 to 1, not 2.',
    'Write for example: recency_weight: 0.25',
  ],
  'yes for true': [
    'commit: yes\n',
    'ralph.yaml:1:1 commit: must be true or false, not "yes".',
    'Write for example: commit: false',
  ],
  'a number for text': [
    'server: { host: 127 }\n',
    'ralph.yaml:1:11 server.host: must be text, not 127.',
    'Write for example: host: 127.0.0.1',
  ],
  'one value for a list': [
    'agents: { fallback: codex }\n',
    'ralph.yaml:1:11 agents.fallback: must be a list, not "codex".',
    'Write for example: fallback: ["codex"]',
  ],
  'a value for a section': [
    'budgets: 10\n',
    'ralph.yaml:1:1 budgets: must be a section with keys, not 10.',
    'Put keys under it: iterations, minutes, idle_minutes, tokens, cost_usd, stall.',
  ],
  'a list for a map of names': [
    'recipes: [docs_only]\n',
    'ralph.yaml:1:1 recipes: must be a map of names, not a list.',
    'Write for example: recipes: {"docs_only":{"base":"task_execution","remove":["add_feature_context_file"]}}',
  ],
  'a map for text': [
    'agents: { model: { name: x } }\n',
    'ralph.yaml:1:11 agents.model: must be text, not a section with keys.',
    'Write for example: model: gpt-5.1',
  ],
  'an empty item in a list': [
    'run: { allowed_paths: [src, ] }\nserver:\n  toolsets:\n    - loop\n    -\n',
    'ralph.yaml:5:6 server.toolsets[1]: nothing is not a choice here.',
    'Choose one of: loop, project, context, catalog.',
  ],
  'an empty list where one item is needed': [
    'server: { toolsets: [] }\n',
    'ralph.yaml:1:11 server.toolsets: is an empty list, and needs at least one item.',
    'Write for example: toolsets: ["loop","context","catalog"]',
  ],
  'empty text': [
    'agents: { custom: { command: "" } }\n',
    'ralph.yaml:1:21 agents.custom.command: is empty.',
    'Write for example: command: my-agent --stdin',
  ],
  'an unknown preset': [
    'preset: minimum\n',
    'ralph.yaml:1:1 preset: "minimum" is not a choice here. Did you mean "minimal"?',
    'Choose one of: minimal, standard, aggressive.',
  ],
  'an unknown agent': [
    'agents:\n  default: cluade\n',
    'ralph.yaml:2:3 agents.default: "cluade" is not a choice here. Did you mean "claude"?',
    `Choose one of: ${agents}.`,
  ],
  'an unknown agent in a list': [
    'agents:\n  fallback:\n    - codex\n    - cursor\n',
    'ralph.yaml:4:7 agents.fallback[1]: "cursor" is not a choice here.',
    `Choose one of: ${agents}.`,
  ],
  'an unknown toolset': [
    'server: { toolsets: [loop, projects] }\n',
    'ralph.yaml:1:28 server.toolsets[1]: "projects" is not a choice here. Did you mean "project"?',
    'Choose one of: loop, project, context, catalog.',
  ],
  'an unknown transport': [
    'server: { transport: websocket }\n',
    'ralph.yaml:1:11 server.transport: "websocket" is not a choice here.',
    'Choose one of: stdio, sse, http, streamable-http.',
  ],
};

it.each(Object.entries(mistakes))('explains %s', async (_, [yaml, ...expected]) => {
  const { root, env } = temporaryProject({ project: yaml });
  expect(await problemsOf({ root, env })).toEqual([expected.join('\n    ')]);
});
