import { expect, it } from 'vitest';
import { type Mistakes, problemsOf } from './testing/problems-of.ts';
import { temporaryProject } from './testing/temporary-project.ts';

const recipes = 'braindump, yap, ramble, discuss, task_execution, opus_review, enrichment';

const mistakes: Mistakes = {
  'a recipe without base': [
    'recipes:\n  docs_only: { remove: [x] }\n',
    'ralph.yaml:2:3 recipes.docs_only.base: is missing.',
    'Add it. Write for example: base: task_execution',
  ],
  'a recipe on an unknown base': [
    'recipes: { docs_only: { base: opus_reviews } }\n',
    'ralph.yaml:1:25 recipes.docs_only.base: "opus_reviews" is not a choice here. Did you mean "opus_review"?',
    `Choose one of: ${recipes}.`,
  ],
  'a recipe named like a built-in one': [
    'recipes: { yap: { base: yap } }\n',
    'ralph.yaml:1:12 recipes.yap: "yap" is not a name for a recipe of your own: small letters, digits and "_", and none of the built-in names.',
    'Rename it.',
  ],
  'a removal that names no tool': [
    'tools: { remove: ["comment.*", "Create Task"] }\n',
    'ralph.yaml:1:32 tools.remove[1]: "Create Task" is neither the name of a tool nor a category such as "comment.*".',
    'Write for example: - create_task',
  ],
  'a removal in an unknown recipe': [
    'tools: { remove_in: { opus_revew: [create_task] } }\n',
    'ralph.yaml:1:23 tools.remove_in.opus_revew: no recipe has this name. Did you mean "opus_review"?',
    `Use one of: ${recipes}.`,
  ],
  "a discipline's removal in an unknown recipe": [
    'recipes: { docs_only: { base: yap } }\ndisciplines:\n  docs: { remove_in: { docs: [create_task] } }\n',
    'ralph.yaml:3:24 disciplines.docs.remove_in.docs: no recipe has this name.',
    `Use one of: ${recipes}, docs_only.`,
  ],
  'a discipline with a bad name': [
    'disciplines: { "front end": { remove: [] } }\n',
    'ralph.yaml:1:16 disciplines["front end"]: "front end" is not the name of a discipline: 1 to 64 letters, digits, "_" and "-".',
    'Rename it.',
  ],
  "a discipline's server that takes Ralph's name": [
    'disciplines: { docs: { mcp_servers: { ralph: { command: x } } } }\n',
    'ralph.yaml:1:39 disciplines.docs.mcp_servers.ralph: "ralph" is the name of Ralph\'s own server.',
    'Rename it.',
  ],
  'a gate without a command': [
    'gates:\n  - name: test\n',
    'ralph.yaml:2:5 gates[0].run: is missing.',
    'Add it. Write for example: run: npm test',
  ],
  'two gates of one name': [
    'gates:\n  - { name: test, run: a }\n  - { name: test, run: b }\n',
    'ralph.yaml:3:7 gates[1].name: "test" is the name of an earlier gate.',
    'Give each gate a name of its own.',
  ],
  'an unknown baseline': [
    'gates: [{ name: test, run: a, baseline: lax }]\n',
    'ralph.yaml:1:31 gates[0].baseline: "lax" is not a choice here.',
    'Choose one of: strict, tolerate.',
  ],
  'a price without its output part': [
    'prices: { "gpt-5.1": { input: 1 } }\n',
    'ralph.yaml:1:11 prices["gpt-5.1"].output: is missing.',
    'Add it. Write for example: output: 10',
  ],
  'the custom agent without a command': [
    'agents: { default: custom }\n',
    'ralph.yaml:1:11 agents.default: "custom" has no command.',
    'Set agents.custom.command (or AGENT_CMD, or --agent-cmd), or choose another agent.',
  ],
  'the custom agent as a fallback without a command': [
    'agents: { fallback: [custom] }\n',
    'ralph.yaml:1:11 agents.fallback: "custom" has no command.',
    'Set agents.custom.command (or AGENT_CMD, or --agent-cmd), or choose another agent.',
  ],
  'ages in the wrong order': [
    'learning: { mcp_context: { lifecycle: { archive_after_iterations: 200 } } }\n',
    'ralph.yaml:1:41 learning.mcp_context.lifecycle.archive_after_iterations: 200 is later than prune_after_iterations, which is 100.',
    'Lower it to 100 or less, or raise prune_after_iterations.',
  ],
  'a store outside the project': [
    'learning: { mcp_context: { storage: { path: ../elsewhere } } }\n',
    'ralph.yaml:1:39 learning.mcp_context.storage.path: "../elsewhere" must be a folder inside the project, written relative to its root.',
    'Write for example: path: .agent/context',
  ],
  'a prompt outside the project': [
    'run: { prompt_file: scripts/../../prompt.md }\n',
    'ralph.yaml:1:8 run.prompt_file: "scripts/../../prompt.md" must be a path inside the project.',
    'Write for example: prompt_file: scripts/ralph/prompt.md',
  ],
  'an absolute allowed path': [
    'run: { allowed_paths: [src, /etc] }\n',
    'ralph.yaml:1:29 run.allowed_paths[1]: "/etc" must be a path inside the project, written relative to its root.',
    'Write for example: - src',
  ],
  'an embedding service that is no URL': [
    'learning: { mcp_context: { embeddings: { base_url: localhost } } }\n',
    'ralph.yaml:1:42 learning.mcp_context.embeddings.base_url: "localhost" must be an http or https URL.',
    'Write for example: base_url: http://localhost:11434/v1',
  ],
  'a key that is written out': [
    'learning: { mcp_context: { embeddings: { api_key: hunter2 } } }\n',
    `ralph.yaml:1:42 learning.mcp_context.embeddings.api_key: "[redacted:secret]" must be a reference to an environment variable, written $\{env:NAME}.`,
    `Write for example: api_key: $\{env:OPENAI_API_KEY}`,
  ],
  'a webhook that is no URL': [
    'notify: { on_finish: { webhook: hooks.example.com } }\n',
    `ralph.yaml:1:24 notify.on_finish.webhook: "hooks.example.com" must be an http or https URL, or a reference $\{env:NAME}.`,
    `Write for example: webhook: $\{env:SLACK_WEBHOOK}`,
  ],
  'a server with a reserved name': [
    'catalog: { servers: { category: { command: x } } }\n',
    'ralph.yaml:1:23 catalog.servers.category: "category" is not a server name: 1 to 64 letters, digits, "_" and "-", and no word that has another meaning, such as "category".',
    'Rename it.',
  ],
  'a server that is nowhere': [
    'catalog:\n  servers:\n    github: {}\n',
    'ralph.yaml:3:5 catalog.servers.github: says neither how to start the server nor where it is.',
    'Add "command" for a program on this machine, or "url" for a server elsewhere.',
  ],
  'a server in two places': [
    'catalog: { servers: { a: { command: x, url: "http://x" } } }\n',
    'ralph.yaml:1:40 catalog.servers.a.url: cannot stand beside "command".',
    'Keep "command" or "url", not both.',
  ],
  'a server of another type than it has': [
    'catalog: { servers: { a: { command: x, type: http } } }\n',
    'ralph.yaml:1:40 catalog.servers.a.type: "http" does not go with "command".',
    'Remove "type": it follows from "command" or "url".',
  ],
  'headers for a program': [
    'catalog: { servers: { a: { command: x, headers: { A: b } } } }\n',
    'ralph.yaml:1:40 catalog.servers.a.headers: only goes with "url".',
    'Remove it, or use "url" for this server.',
  ],
  'arguments for a URL': [
    'catalog: { servers: { a: { url: "http://x", args: [b] } } }\n',
    'ralph.yaml:1:45 catalog.servers.a.args: only goes with "command".',
    'Remove it, or use "command" for this server.',
  ],
  'a server at no URL': [
    'catalog: { servers: { a: { url: example.com } } }\n',
    'ralph.yaml:1:28 catalog.servers.a.url: "example.com" must be an http or https URL, or a reference.',
    'Write for example: url: https://example.com/mcp',
  ],
  'a broken reference': [
    `catalog: { servers: { a: { command: x, env: { T: "$\{env:}" } } } }\n`,
    `ralph.yaml:1:47 catalog.servers.a.env.T: "$\{env:}" has a broken reference; a reference is written $\{env:NAME}.`,
    `Write for example: T: $\{env:GITHUB_TOKEN}`,
  ],
  'a pin that is no tool id': [
    'catalog: { pins: [search_issues] }\n',
    'ralph.yaml:1:19 catalog.pins[0]: "search_issues" is not a tool id; write server/tool.',
    'Write for example: - github/search_issues',
  ],
  'a secret in a wrong place': [
    'budgets: { tokens: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB }\n',
    'ralph.yaml:1:12 budgets.tokens: must be a whole number of at least 1, not "[redacted:github_token]".',
    'Write for example: tokens: 2000000',
  ],
};

it.each(Object.entries(mistakes))('explains %s', async (_, [yaml, ...expected]) => {
  const { root, env } = temporaryProject({ project: yaml });
  expect(await problemsOf({ root, env })).toEqual([expected.join('\n    ')]);
});
