import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryProject } from '../../../app/config/testing/temporary-project.ts';
import { reference } from '../../../base/env-reference.ts';
import { createLogger } from '../../../base/logger.ts';
import { capturedOutput } from '../../testing/captured-output.ts';
import { command } from './show.ts';

const project = `budgets:
  iterations: 3
prices:
  "gpt-5.1": { input: 1, output: 2 }
catalog:
  servers:
    github:
      command: npx
      env: { GITHUB_TOKEN: "${reference('GITHUB_TOKEN')}", DB_PASSWORD: hunter2 }
`;

async function show(
  given: { path?: string; sources?: true; json?: true; env?: Record<string, string> } = {},
) {
  const { root, env, home } = temporaryProject({ project, user: 'logs: { keep_days: 9 }\n' });
  const { output, stdout, stderr } = capturedOutput();
  const code = await command.run({
    args: given.path === undefined ? {} : { path: given.path },
    options: given.sources ? { sources: true } : {},
    json: given.json ?? false,
    root,
    cwd: root,
    env: { ...env, ...given.env },
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
    output,
    signal: new AbortController().signal,
  });
  expect(code).toBe(0);
  expect(stderr()).toBe('');
  return stdout().replaceAll(path.join(home, 'ralph.yaml'), 'HOME/ralph.yaml');
}

describe('ralph config show', () => {
  it('prints the configuration in force as YAML', async () => {
    const text = await show({ env: { GITHUB_TOKEN: 'must not be looked up' } });
    expect(text).toMatchInlineSnapshot(`
      "preset: standard
      agents:
        default: claude
        fallback: []
        custom: {}
      budgets:
        iterations: 3
        minutes: 240
        stall: 5
      commit: false
      run:
        prompt_file: scripts/ralph/prompt.md
        prd_file: scripts/ralph/prd.json
        sleep_seconds: 2
        interactive: false
        allowed_paths: []
      ui:
        mode: auto
        no_color: false
        ascii_only: false
        ai_raw: false
        ai_show_prompt: false
        ai_show_final: true
        ai_prompt_progress_every: 50
        ai_tool_mode: summary
        ai_sys_mode: summary
      notify: {}
      logs:
        keep_days: 9
      prices:
        gpt-5.1:
          input: 1
          output: 2
      recipes: {}
      disciplines: {}
      tools:
        remove: []
        remove_in: {}
      catalog:
        servers:
          github:
            command: npx
            env:
              GITHUB_TOKEN: \${env:GITHUB_TOKEN}
              DB_PASSWORD: "[redacted:secret]"
            enabled: true
        import: []
        pins: []
        categories: {}
        max_connections: 10
        idle_stop_s: 300
        timeout_s: 60
        start_timeout_s: 30
        access:
          allow: []
          deny: []
          recipes: {}
          disciplines: {}
        rate_limit:
          per_minute: 600
          per_tool_per_minute: 120
      server:
        transport: stdio
        host: 127.0.0.1
        port: 8765
        toolsets:
          - loop
          - context
          - catalog
        allowed_hosts: []
        allowed_origins: []
        max_request_bytes: 4194304
        requests_per_minute: 600
      learning:
        enabled: true
        skillbook_path: .agent/skillbook/skillbook.json
        reflect_every: 0
        mcp_context:
          enabled: true
          server:
            transport: stdio
            port: 8765
            auto_start: true
          storage:
            backend: sqlite
            path: .agent/context
            max_size_mb: 500
            persistence: project
          embeddings:
            provider: local
            api_key: \${env:OPENAI_API_KEY}
            cache_embeddings: true
            model: all-MiniLM-L6-v2
          retrieval:
            max_items_per_query: 10
            min_relevance_score: 0.3
            context_types:
              - skill
              - error
              - iteration
            max_context_tokens: 4000
          lifecycle:
            summarize_after_iterations: 20
            archive_after_iterations: 50
            prune_after_iterations: 100
            prune_min_usefulness: 0.3
            summarizer: extract
          scoring:
            mode: multiplicative
            semantic_weight: 0.4
            recency_weight: 0.25
            usefulness_weight: 0.2
            type_match_weight: 0.15
          credit:
            holdout: 0.05"
    `);
  });

  it('narrows to a section, a value, or a quoted key', async () => {
    expect(await show({ path: 'budgets' })).toBe('iterations: 3\nminutes: 240\nstall: 5');
    expect(await show({ path: 'budgets.iterations' })).toBe('3');
    expect(await show({ path: 'prices["gpt-5.1"].output' })).toBe('2');
  });

  it('says where each value came from, in columns', async () => {
    const text = await show({ sources: true, path: 'budgets', env: { MAX_ITERATIONS: '8' } });
    expect(text).toMatchInlineSnapshot(`
      "SETTING             SOURCE                      VALUE
      budgets.iterations  environment MAX_ITERATIONS  8
      budgets.minutes     default                     240
      budgets.stall       default                     5"
    `);
    // The heading is as wide as the folder's name is long.
    expect(await show({ sources: true, path: 'logs' })).toContain(
      'logs.keep_days  HOME/ralph.yaml:1  9',
    );
    expect(await show({ sources: true, path: 'catalog.servers' })).toMatchInlineSnapshot(`
      "SETTING                                  SOURCE        VALUE
      catalog.servers.github.command           ralph.yaml:8  npx
      catalog.servers.github.env.GITHUB_TOKEN  ralph.yaml:9  \${env:GITHUB_TOKEN}
      catalog.servers.github.env.DB_PASSWORD   ralph.yaml:9  [redacted:secret]
      catalog.servers.github.enabled           default       true"
    `);
  });

  it('prints JSON, with sources when asked', async () => {
    expect(JSON.parse(await show({ json: true, path: 'budgets' }))).toEqual({
      config: { iterations: 3, minutes: 240, stall: 5 },
    });
    expect(JSON.parse(await show({ json: true, sources: true, path: 'budgets' }))).toEqual({
      config: { iterations: 3, minutes: 240, stall: 5 },
      sources: {
        'budgets.iterations': { kind: 'project_file', file: 'ralph.yaml', line: 2, column: 3 },
        'budgets.minutes': { kind: 'default' },
        'budgets.stall': { kind: 'default' },
      },
    });
    const whole = JSON.parse(await show({ json: true, sources: true }));
    expect(whole.config.learning.mcp_context.storage.backend).toBe('sqlite');
    expect(whole.sources['learning.mcp_context.storage.backend']).toEqual({ kind: 'default' });
  });

  it.each([
    [
      'budgets.iteration',
      'No setting is called "budgets.iteration". Did you mean "budgets.iterations"?',
      'Run `ralph config show` to see all settings.',
    ],
    [
      'iterations',
      'No setting is called "iterations". Did you mean "budgets.iterations"?',
      'Run `ralph config show` to see all settings.',
    ],
    [
      'nonsense.at.all',
      'No setting is called "nonsense.at.all".',
      'Run `ralph config show` to see all settings.',
    ],
    [
      'budgets.tokens',
      'budgets.tokens is not set, and has no default.',
      'Set it in ralph.yaml if you need it. Most tokens of one run.',
    ],
    [
      'budgets..tokens',
      '"budgets..tokens" is not a path into the configuration.',
      'Write keys with dots between them, for example budgets.iterations; quote a key that has a dot itself: prices["gpt-5.1"].',
    ],
  ])('explains that %s is not there', async (setting, message, hint) => {
    await expect(show({ path: setting })).rejects.toMatchObject({ message, hint });
  });
});
