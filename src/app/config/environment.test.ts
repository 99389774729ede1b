import { describe, expect, it } from 'vitest';
import { environmentLayers } from './environment.ts';
import { resolveConfig } from './resolve-config.ts';

const configFor = (env: Record<string, string>) => resolveConfig(environmentLayers(env));

describe('environment variables', () => {
  it('set what they are named for', () => {
    const { config, problems } = configFor({
      MAX_ITERATIONS: '7',
      PROMPT_FILE: 'p.md',
      PRD_FILE: '/repo/prd.json',
      SLEEP_SECONDS: '0.5',
      INTERACTIVE: 'yes',
      ALLOWED_PATHS: ' src, docs ,,',
      RALPH_BRANCH: 'ralph/x',
      AGENT_CMD: 'my-agent --stdin',
      MODEL: 'gpt-5.1',
      MODEL_REASONING_EFFORT: 'high',
      RALPH_UI: 'plain',
      NO_COLOR: '1',
      RALPH_ASCII: '1',
      RALPH_AI_RAW: 'true',
      RALPH_AI_SHOW_FINAL: '0',
      RALPH_AI_SHOW_PROMPT: 'YES',
      RALPH_AI_PROMPT_PROGRESS_EVERY: '20',
      RALPH_AI_TOOL_MODE: 'full',
      RALPH_AI_SYS_MODE: 'full',
    });
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      agents: {
        default: 'custom',
        custom: { command: 'my-agent --stdin' },
        model: 'gpt-5.1',
        model_reasoning_effort: 'high',
      },
      budgets: { iterations: 7 },
      run: {
        prompt_file: 'p.md',
        prd_file: '/repo/prd.json',
        sleep_seconds: 0.5,
        interactive: true,
        allowed_paths: ['src', 'docs'],
        branch: 'ralph/x',
      },
      ui: {
        mode: 'plain',
        no_color: true,
        ascii_only: true,
        ai_raw: true,
        ai_show_final: false,
        ai_show_prompt: true,
        ai_prompt_progress_every: 20,
        ai_tool_mode: 'full',
        ai_sys_mode: 'full',
      },
    });
  });

  it.each([
    ['1', true],
    ['true', true],
    ['Yes', true],
    ['on', true],
    ['0', false],
    ['false', false],
    ['no', false],
    ['off', false],
  ])('read INTERACTIVE=%s as %s', (text, expected) => {
    expect(configFor({ INTERACTIVE: text }).config.run.interactive).toBe(expected);
  });

  it('count as unset when they are empty', () => {
    const empty = { MAX_ITERATIONS: '', AGENT_CMD: ' ', ALLOWED_PATHS: '', INTERACTIVE: '' };
    expect(configFor(empty).config).toEqual(configFor({}).config);
  });

  it('tell an absent, an empty and a named branch apart', () => {
    expect(configFor({}).config.run.branch).toBeUndefined();
    expect(configFor({ RALPH_BRANCH: '' }).config.run.branch).toBe('');
    expect(configFor({ RALPH_BRANCH: 'x' }).config.run.branch).toBe('x');
  });

  it('turn colour off by the presence of NO_COLOR', () => {
    expect(configFor({ NO_COLOR: '' }).config.ui.no_color).toBe(true);
    expect(configFor({}).config.ui.no_color).toBe(false);
  });

  it('are not read by other names', () => {
    expect(configFor({ max_iterations: '3', RALPH_MAX_ITERATIONS: '3' }).config).toEqual(
      configFor({}).config,
    );
  });
});
