import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { env, problems, project, validate } from '../testing/sample-project.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';

describe('validate', () => {
  it('a configuration with mistakes', async () => {
    const root = project({
      'ralph.yaml': 'budgets:\n  iteration: 5\nagents: { default: cluade }\n',
    });
    const result = await validate(root);
    expect(result.ok).toBe(false);
    expect(result.checked).not.toContain('gates');
    expect(await problems(root)).toMatchInlineSnapshot(`
      "error config_invalid: ralph.yaml:2: budgets.iteration: unknown key. Did you mean "iterations"?
      → Rename it to "iterations", or remove it.
      error config_invalid: ralph.yaml:3: agents.default: "cluade" is not a choice here. Did you mean "claude"?
      → Choose one of: claude, codex, opencode, gemini, copilot, qwen, amp, custom, demo."
    `);
  });

  it('a mistake in the environment', async () => {
    const wrong = { ...env, MAX_ITERATIONS: 'many' };
    expect(await problems(project(), {}, wrong)).toMatchInlineSnapshot(`
      "error config_invalid: environment MAX_ITERATIONS budgets.iterations: must be a whole number of at least 0, not "many".
      → Set it, for example MAX_ITERATIONS=10, or unset it."
    `);
  });

  it('gates that cannot run', async () => {
    const config =
      'gates:\n  - { name: unit, run: npm run unit }\n  - { name: e2e, run: cypress run }\n';
    expect(await problems(project({ 'ralph.yaml': config }))).toMatchInlineSnapshot(`
      "error gate_not_runnable: The gate "unit" (npm run unit) cannot run: package.json has no script "unit".
      → Add the script to package.json, or correct the gate's "run" in ralph.yaml.
      error gate_not_runnable: The gate "e2e" (cypress run) cannot run: "cypress" was not found on PATH or in node_modules/.bin.
      → Install "cypress", or correct the gate's "run" in ralph.yaml."
    `);
  });

  it('gates that were only guessed, because a run would not start with them either', async () => {
    const root = project({ 'ralph.yaml': 'preset: minimal\n', 'Cargo.toml': '' });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "error gate_not_runnable: The gate "cargo_test" (cargo test) cannot run: "cargo" was not found on PATH or in node_modules/.bin.
      → Install "cargo", or name gates of your own in ralph.yaml, in place of those found in Cargo.toml ("gates: []" for none)."
    `);
  });

  it('no gates', async () => {
    expect(await problems(project({ 'ralph.yaml': 'gates: []\n' }))).toMatchInlineSnapshot(`
      "warning no_gates: No gate is set and none was detected, so nothing can prove that work is done.
      → Add a command under gates in ralph.yaml, for example { name: test, run: "npm test" }."
    `);
  });

  it('agents that are not there', async () => {
    const config =
      'gates: [{ name: t, run: npm test }]\nagents: { default: codex, fallback: [claude, qwen] }\n';
    expect(await problems(project({ 'ralph.yaml': config }))).toMatchInlineSnapshot(`
      "error agent_not_found: The agent "codex" was not found.
      → Install it (npm install -g @openai/codex) or choose another agent under agents.default in ralph.yaml.
      warning agent_not_found: The fallback agent "qwen" was not found.
      → Install it, or remove it from agents.fallback in ralph.yaml."
    `);
  });

  it('a custom agent that is not there', async () => {
    const root = project();
    const custom = { ...env, AGENT_CMD: 'my-agent --stdin' };
    expect(await problems(root, {}, custom)).toMatchInlineSnapshot(`
      "error agent_not_found: The agent "custom" was not found.
      → Install "my-agent", or correct the command (--agent-cmd, AGENT_CMD, or agents.custom.command in ralph.yaml)."
    `);
  });

  it('allowed paths that do not exist or lead out', async () => {
    const root = project({
      'ralph.yaml':
        'gates: [{ name: t, run: npm test }]\nrun: { allowed_paths: [scripts, sorce, out] }\n',
    });
    symlinkSync(temporaryFolder(), path.join(root, 'out'));
    expect(await problems(root)).toMatchInlineSnapshot(`
      "warning allowed_path_missing: run.allowed_paths names "sorce", which does not exist.
      → Correct the path, or leave it if a run shall create it.
      error allowed_path_outside: run.allowed_paths: The path "out" leads out of the root through a symbolic link.
      → Name a file that really lies below the root, or remove the link."
    `);
  });

  it('a database that is none', async () => {
    const root = project();
    writeFiles(root, {
      '.ralph/db/ralph.db': 'this is not a database, and never was one\n'.repeat(50),
    });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "error database_unusable: The database ROOT/.ralph/db/ralph.db is damaged (file is not a database). It has been left exactly as it is.
      → There is no backup of it. Stop every ralph process and move it aside; the next start makes a new, empty database:
        mv 'ROOT/.ralph/db/ralph.db' 'ROOT/.ralph/db/ralph.db.damaged'"
    `);
  });
});
