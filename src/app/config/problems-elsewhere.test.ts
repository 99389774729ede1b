import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { problemsOf } from './testing/problems-of.ts';
import { temporaryProject } from './testing/temporary-project.ts';

/** A variable with a bad value and the whole text of the problem. */
const inEnvironment: Record<string, readonly [value: string, ...problem: string[]]> = {
  MAX_ITERATIONS: [
    'ten',
    'environment MAX_ITERATIONS budgets.iterations: must be a whole number of at least 0, not "ten".',
    'Set it, for example MAX_ITERATIONS=10, or unset it.',
  ],
  SLEEP_SECONDS: [
    '-1',
    'environment SLEEP_SECONDS run.sleep_seconds: must be a number of at least 0, not -1.',
    'Set it, for example SLEEP_SECONDS=2, or unset it.',
  ],
  INTERACTIVE: [
    'maybe',
    'environment INTERACTIVE run.interactive: must be true or false, not "maybe".',
    'Set it, for example INTERACTIVE=false, or unset it.',
  ],
  ALLOWED_PATHS: [
    'src,../other',
    'environment ALLOWED_PATHS run.allowed_paths[1]: "../other" must be a path inside the project, written relative to its root.',
    'Set it, for example ALLOWED_PATHS=src, or unset it.',
  ],
  PROMPT_FILE: [
    '../prompt.md',
    'environment PROMPT_FILE run.prompt_file: "../prompt.md" must be a path inside the project.',
    'Set it, for example PROMPT_FILE=scripts/ralph/prompt.md, or unset it.',
  ],
  RALPH_UI: [
    'fancy',
    'environment RALPH_UI ui.mode: "fancy" is not a choice here.',
    'Choose one of: auto, rich, plain.',
  ],
  RALPH_AI_RAW: [
    '2',
    'environment RALPH_AI_RAW ui.ai_raw: must be true or false, not "2".',
    'Set it, for example RALPH_AI_RAW=false, or unset it.',
  ],
  RALPH_AI_PROMPT_PROGRESS_EVERY: [
    '1.5',
    'environment RALPH_AI_PROMPT_PROGRESS_EVERY ui.ai_prompt_progress_every: must be a whole number of at least 0, not 1.5.',
    'Set it, for example RALPH_AI_PROMPT_PROGRESS_EVERY=50, or unset it.',
  ],
  RALPH_AI_TOOL_MODE: [
    'fulll',
    'environment RALPH_AI_TOOL_MODE ui.ai_tool_mode: "fulll" is not a choice here. Did you mean "full"?',
    'Choose one of: summary, full, none.',
  ],
};

it.each(Object.entries(inEnvironment))('explains %s', async (name, [value, ...expected]) => {
  const { root, env } = temporaryProject();
  const problems = await problemsOf({ root, env: { ...env, [name]: value } });
  expect(problems).toEqual([expected.join('\n    ')]);
});

it('names a flag', async () => {
  const { root, env } = temporaryProject();
  const flags = { '--iterations': { budgets: { iterations: -2 } } };
  expect(await problemsOf({ root, env, flags })).toEqual([
    'flag --iterations budgets.iterations: must be a whole number of at least 0, not -2.\n    Give for example: --iterations 10',
  ]);
});

it('names the file of the user in full', async () => {
  const { root, home, env } = temporaryProject({ user: 'commit: 1\n' });
  const file = path.join(home, 'ralph.yaml');
  expect(await problemsOf({ root, env })).toEqual([
    `${file}:1:1 commit: must be true or false, not 1.\n    Write for example: commit: false`,
  ]);
});

it('reports the problems of every place at once, in reading order', async () => {
  const { root, home, env } = temporaryProject({
    user: 'preset: huge\n',
    project: 'budgets:\n  stall: no\n  minute: 5\nagents: { default: custom }\nlogs: 7\n',
  });
  const error = await loadConfig({ root, env: { ...env, RALPH_UI: 'x' } }).catch((e) => e);
  expect(error.exitCode).toBe(1);
  expect(`${error.message}\n${error.hint}`.replaceAll(home, 'HOME')).toMatchInlineSnapshot(`
    "The configuration has 6 problems:
      HOME/ralph.yaml:1:1 preset: "huge" is not a choice here.
        Choose one of: minimal, standard, aggressive.
      ralph.yaml:2:3 budgets.stall: must be a whole number of at least 1, not "no".
        Write for example: stall: 5
      ralph.yaml:3:3 budgets.minute: unknown key. Did you mean "minutes"?
        Rename it to "minutes", or remove it.
      ralph.yaml:5:1 logs: must be a section with keys, not 7.
        Put keys under it: keep_days.
      environment RALPH_UI ui.mode: "x" is not a choice here.
        Choose one of: auto, rich, plain.
      ralph.yaml:4:11 agents.default: "custom" has no command.
        Set agents.custom.command (or AGENT_CMD, or --agent-cmd), or choose another agent.
    Mend what is named above, then run the same command again."
  `);
});
