import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../app/create-app.ts';
import { ToolError } from '../../../base/errors.ts';
import { createLogger } from '../../../base/logger.ts';
import { scaffoldPrompt } from '../../scaffold/files/prompt.ts';
import { project, env as sampleEnv } from '../../testing/sample-project.ts';
import { fakeProgram, temporaryFolder } from '../../testing/temporary-folder.ts';
import { explicitSettings } from './explicit-settings.ts';
import { resolveRunOptions } from './resolve-run-options.ts';
import type { RunRequest } from './run-request.ts';

// A place of its own: the sample's programs are everybody's.
const bin = temporaryFolder();
fakeProgram(bin, 'codex');
const env = { ...sampleEnv, PATH: `${bin}:${sampleEnv.PATH}` };

function prd(stories: number, more: object = {}): string {
  const userStories = Array.from({ length: stories }, (_, index) => ({
    id: `S-${index}`,
    title: 'A story',
    acceptanceCriteria: ['it holds'],
    priority: index,
    passes: false,
    notes: '',
  }));
  return JSON.stringify({ branchName: 'ralph/feature', userStories, ...more });
}

async function terms(
  root: string,
  request: RunRequest = {},
  more: {
    kind?: 'run' | 'understand';
    env?: Record<string, string>;
    attended?: boolean;
    dryRun?: boolean;
  } = {},
) {
  const environment = { ...env, ...more.env };
  const logger = createLogger({ level: 'error', write: () => {} });
  const app = createApp({ roots: [root], env: environment, logger });
  const explicit = explicitSettings(request, (field) => `--${field}`);
  return resolveRunOptions({
    root,
    env: environment,
    kind: more.kind ?? 'run',
    request: { allow_edits: true, ...request },
    settings: (await app.config(root, explicit)).config,
    attended: more.attended ?? true,
    dryRun: more.dryRun ?? false,
  });
}

async function refusal(...given: Parameters<typeof terms>): Promise<string> {
  try {
    await terms(...given);
  } catch (thrown) {
    if (thrown instanceof ToolError) return `${thrown.code}: ${thrown.message} → ${thrown.hint}`;
    throw thrown;
  }
  return 'not refused';
}

describe('what a run works on', () => {
  const stories = () => project({ 'scripts/ralph/prd.json': prd(2) });

  it.each<[string, () => string, RunRequest, string]>([
    ['the prompt', project, {}, 'prompt'],
    ['a PRD that has stories', stories, {}, 'prd'],
    [
      'a PRD beside an untouched prompt',
      () =>
        project({ 'scripts/ralph/prd.json': prd(1), 'scripts/ralph/prompt.md': scaffoldPrompt }),
      {},
      'prd',
    ],
    ['tasks before all else', stories, { tasks: true }, 'tasks'],
  ])('%s', async (_, root, request, mode) => {
    expect((await terms(root(), request)).options.mode).toBe(mode);
  });

  it.each<[string, Record<string, string>, RunRequest, RegExp]>([
    [
      'an untouched prompt',
      { 'scripts/ralph/prompt.md': scaffoldPrompt },
      {},
      /^not_found: .*does not say yet what there is to do. → Replace the line in parentheses/,
    ],
    ['an empty prompt', { 'scripts/ralph/prompt.md': ' \n' }, {}, /^not_found: .* is empty/],
    ['a missing prompt', {}, { prompt_file: 'no.md' }, /^not_found: The prompt no.md is missing/],
    ['a missing PRD', {}, { prd_file: 'no.json' }, /^not_found: The PRD no.json is missing/],
    ['a broken PRD', { 'scripts/ralph/prd.json': '{' }, {}, /^invalid_argument: .*Not valid JSON/],
    ['a filter without tasks', {}, { feature: 'auth' }, /^invalid_argument: --feature/],
    [
      'a path that leads out',
      {},
      { allowed_paths: ['out'] },
      /^invalid_argument: .*leads out of the root through a symbolic link/,
    ],
    [
      'an impossible branch',
      {},
      { branch: 'a..b' },
      /^invalid_argument: "a..b" cannot be a branch/,
    ],
    [
      'an agent that is not here',
      {},
      { agent: 'amp' },
      /^unavailable: The agent "amp" was not found. → Install it \(npm install -g/,
    ],
    [
      'a cost cap with an agent that reports none',
      {},
      { agent: 'codex', max_cost: 5 },
      /^invalid_argument: budgets.cost_usd is set, but codex reports no cost. → Give its prices/,
    ],
  ])('%s is refused', async (_, files, request, message) => {
    const root = project(files);
    symlinkSync(temporaryFolder(), path.join(root, 'out'));
    expect(await refusal(root, request)).toMatch(message);
  });

  it('prices make a cost cap possible, for every agent that may be used', async () => {
    const prices = 'prices: { "*": { input: 1, output: 2 } }\n';
    const priced = project({ 'ralph.yaml': `agents: { fallback: [codex] }\n${prices}` });
    const { options } = await terms(priced, { max_cost: 5 });
    expect(options.budgets.cost_usd).toBe(5);
    expect(options.agents.map(({ name }) => name)).toEqual(['claude', 'codex']);
    const unpriced = project({ 'ralph.yaml': 'agents: { fallback: [codex] }\n' });
    expect(await refusal(unpriced, { max_cost: 5 })).toContain('codex reports no cost');
  });
});

describe('the terms of a run', () => {
  it('come from flags before the environment before the file', async () => {
    const root = project({
      'ralph.yaml':
        'budgets: { iterations: 3, minutes: 9 }\nrun: { sleep_seconds: 7 }\ncommit: true\n',
    });
    const { options } = await terms(
      root,
      { max_iterations: 1, model: 'large' },
      { env: { MAX_ITERATIONS: '2', SLEEP_SECONDS: '4' } },
    );
    expect(options.budgets).toEqual({ iterations: 1, minutes: 9, stall: 5 });
    expect(options).toMatchObject({ sleep_seconds: 4, commit: true });
    expect(options.agents).toEqual([{ name: 'claude', model: 'large' }]);
  });

  it('refuse a gate that could never start, and say what to do', async () => {
    const files = { 'ralph.yaml': 'gates: [{ name: test, run: no-such-tool --all }]\n' };
    expect(await refusal(project(files))).toBe(
      `unavailable: The gate "test" (no-such-tool --all) cannot run: "no-such-tool" was not found on PATH or in node_modules/.bin. → Install "no-such-tool", or correct the gate's "run" in ralph.yaml.`,
    );
    const guessed = project({
      'Cargo.toml': '[package]\n',
      'ralph.yaml': 'agents: { default: codex }\n',
    });
    expect(await refusal(guessed, {}, { env: { PATH: bin } })).toContain('"gates: []" for none');
  });

  it('say in a dry run what is not installed, and are what they would be', async () => {
    const files = { 'ralph.yaml': 'gates: [{ name: test, run: no-such-tool --all }]\n' };
    const { options, warnings } = await terms(project(files), { agent: 'amp' }, { dryRun: true });
    expect(options).toMatchObject({ agents: [{ name: 'amp' }], gates: [{ name: 'test' }] });
    expect(warnings).toEqual([
      expect.stringMatching(/^The agent "amp" was not found. Nothing would start .*npm install -g/),
      expect.stringMatching(/^The gate "test" .* cannot run: .* Nothing would start .* Install/),
    ]);
  });

  it('warn of a gate that waits for a file of the project, unless nothing may be written', async () => {
    const root = project({ 'ralph.yaml': 'gates: [{ name: test, run: ./verify }]\n' });
    const told =
      'The gate "test" (./verify) cannot run: There is no program ./verify that may be run.';
    expect((await terms(root, { allow_edits: true })).warnings).toContain(told);
    expect(await refusal(root, { allow_edits: false })).toContain(told);
  });

  it('name the gates and where they were found', async () => {
    const detected = await terms(project({ 'ralph.yaml': '{}\n' }));
    expect(detected.options.gates).toEqual([
      { name: 'test', run: 'npm test', baseline: 'tolerate' },
    ]);
    expect(detected.gate_sources).toEqual({ test: 'package.json' });
    const none = await terms(project({ 'ralph.yaml': 'gates: []\n' }));
    expect(none.warnings.join()).toContain('nothing can prove that work is done');
  });

  it.each<[string, RunRequest, Record<string, string>, string | null]>([
    ['the branch of the PRD', {}, {}, 'ralph/feature'],
    ['another one', { branch: 'mine' }, { RALPH_BRANCH: 'theirs' }, 'mine'],
    ['the one of the environment', {}, { RALPH_BRANCH: 'theirs' }, 'theirs'],
    ['none when it is empty', {}, { RALPH_BRANCH: '' }, null],
    ['none when nothing may change', { allow_edits: false }, {}, null],
  ])('switch to %s', async (_, request, environment, branch) => {
    const root = project({ 'scripts/ralph/prd.json': prd(1) });
    expect((await terms(root, request, { env: environment })).options.branch).toBe(branch);
  });

  it('a PRD without stories takes no part', async () => {
    expect((await terms(project())).options.branch).toBeNull();
  });

  it('understanding may change the map, and takes no more iterations than there are topics', async () => {
    const root = project({
      'scripts/ralph/codebase_map.md': '## Next Topics\n- [ ] a\n- [x] b\n- [ ] c\n',
    });
    const { options } = await terms(root, {}, { kind: 'understand' });
    expect(options).toMatchObject({
      kind: 'understand',
      mode: 'prompt',
      prompt_file: 'scripts/ralph/understand_prompt.md',
      allow_edits: false,
      allowed_paths: ['scripts/ralph/codebase_map.md'],
      gates: [],
      branch: null,
    });
    expect(options.budgets.iterations).toBe(2);
    const asked = await terms(root, { max_iterations: 5 }, { kind: 'understand' });
    expect(asked.options.budgets.iterations).toBe(5);
  });

  it('nobody is asked where nobody is', async () => {
    const root = project({ 'ralph.yaml': 'run: { interactive: true }\n' });
    expect((await terms(root)).options.interactive).toBe(true);
    expect((await terms(root, {}, { attended: false })).options.interactive).toBe(false);
  });
});
