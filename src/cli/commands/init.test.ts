import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createLogger } from '../../base/logger.ts';
import { fakeProgram, temporaryFolder } from '../../loop/testing/temporary-folder.ts';
import type { Invocation } from '../command.ts';
import { capturedOutput } from '../testing/captured-output.ts';
import { command as init } from './init.ts';
import { command as validate } from './validate.ts';

const home = temporaryFolder();
const bin = temporaryFolder();
for (const name of ['claude', 'npm']) fakeProgram(bin, name);
const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home };

function repository(files: Record<string, string> = {}): string {
  const root = temporaryFolder(files);
  execFileSync('git', ['init', '-q', root]);
  return root;
}

async function run(command: typeof init, root: string, given: Partial<Invocation> = {}) {
  const captured = capturedOutput();
  const code = await command.run({
    args: {},
    options: {},
    json: false,
    root,
    env,
    cwd: root,
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
    output: captured.output,
    signal: new AbortController().signal,
    ...given,
  });
  const shown = (text: string) =>
    text
      .replaceAll(root, 'ROOT')
      .replaceAll(home, 'HOME')
      .replace(/\d{8}-\d{6}-\d{3}/g, 'TIME');
  return { code, stdout: shown(captured.stdout()), stderr: shown(captured.stderr()) };
}

describe('ralph init', () => {
  it('sets a repository up and says what is next', async () => {
    const { code, stdout, stderr } = await run(init, repository());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "✓ created  ralph.yaml
      ✓ created  scripts/ralph/prompt.md
      ✓ created  scripts/ralph/prd.json
      ✓ created  scripts/ralph/prd_prompt.txt
      ✓ created  scripts/ralph/progress.txt
      ✓ created  scripts/ralph/codebase_map.md
      ✓ created  scripts/ralph/understand_prompt.md
      ✓ created  .ralph/ralph.schema.json
      ✓ created  .ralph/mcp/server.ts
      ✓ created  .ralph/mcp/package.json
      ✓ created  .gitignore

      Next:
        1. Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
        2. Name a command that proves the work under gates in ralph.yaml.
        3. Check that everything is in place: ralph validate"
    `);
  });

  it('says that there is nothing to do', async () => {
    const root = repository();
    await run(init, root);
    expect((await run(init, root)).stdout).toMatchInlineSnapshot(`
      "✓ Ralph is already set up here; nothing was changed.

      Next:
        1. Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
        2. Check that everything is in place: ralph validate"
    `);
  });

  it('names what it replaced', async () => {
    const root = repository();
    await run(init, root);
    writeFileSync(path.join(root, 'scripts/ralph/progress.txt'), 'mine');
    const { stdout } = await run(init, root, { options: { force: true } });
    expect(stdout).toMatchInlineSnapshot(`
      "✓ replaced scripts/ralph/progress.txt (the old one is now scripts/ralph/progress.txt.TIME.bak)
        kept     10 of your files as they are

      Next:
        1. Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
        2. Check that everything is in place: ralph validate"
    `);
  });

  it('takes a folder, an agent, gates and a client', async () => {
    const root = repository({ 'app/package.json': '{"scripts":{"test":"jest"}}' });
    const options = { agent: 'demo', gate: ['npm test', 'npm run e2e'], client: 'vscode' };
    const { code, stdout } = await run(init, root, { args: { dir: 'app' }, options, json: true });
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({
      root: 'ROOT/app',
      warnings: [],
      installation: { client: 'vscode', action: 'installed' },
    });
    expect(result.files[0]).toEqual({ path: 'ralph.yaml', action: 'created' });
    const config = parse(readFileSync(path.join(root, 'app/ralph.yaml'), 'utf8'));
    expect(config).toMatchObject({
      agents: { default: 'demo' },
      gates: [
        { name: 'test', run: 'npm test' },
        { name: 'npm_run_e2e', run: 'npm run e2e' },
      ],
    });
    const file = readFileSync(result.installation.file.replace('ROOT', root), 'utf8');
    expect(file).toContain(path.join(root, 'app'));
  });

  it('takes the command of an agent of your own, and names a gate that cannot run', async () => {
    const root = repository();
    const options = { 'agent-cmd': './my-agent.sh', gate: ['no-such-tool'] };
    const { stdout } = await run(init, root, { options });
    expect(parse(readFileSync(path.join(root, 'ralph.yaml'), 'utf8'))).toMatchObject({
      agents: { default: 'custom', custom: { command: './my-agent.sh' } },
    });
    expect(stdout).toContain('cannot run yet. Install "no-such-tool"');
    const two = { agent: 'codex', 'agent-cmd': 'x' };
    await expect(run(init, repository(), { options: two })).rejects.toThrow(/two different agents/);
  });

  it('shows what the client needs', async () => {
    const { stdout } = await run(init, repository(), { options: { client: 'cursor', yes: true } });
    expect(stdout).toContain('installed in Cursor: ');
  });

  it('reports what it did when the client cannot be installed into', async () => {
    const root = repository({ '.cursor/mcp.json': '{ "mcpServers": ' });
    const { code, stdout } = await run(init, root, { options: { client: 'cursor' } });
    expect(code).toBe(1);
    expect(stdout).toContain('created  ralph.yaml');
    expect(stdout).toContain('! Not installed into cursor: ');
    expect(stdout).toMatch(/ \d\. .* Then: ralph mcp install cursor$/);
  });

  it.each([
    [
      'an unknown client',
      { client: 'vcode' },
      /There is no client "vcode"\. Did you mean "vscode"\?/,
    ],
    [
      'an unknown agent',
      { agent: 'cluade' },
      /No agent is called "cluade"\. Did you mean "claude"\?/,
    ],
    ['an empty gate', { gate: [''] }, /A gate is an empty command\./],
  ])('refuses %s and writes nothing', async (_, options, message) => {
    const root = repository();
    await expect(run(init, root, { options })).rejects.toThrow(message);
    await expect(run(validate, root)).resolves.toMatchObject({ code: 1 });
  });
});

describe('ralph validate', () => {
  it('lists errors, then warnings, each with its fix, and exits 1', async () => {
    const root = repository();
    await run(init, root);
    writeFileSync(path.join(root, 'scripts/ralph/prd.json'), '{"userStories": []}');
    const { code, stdout } = await run(validate, root);
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "Errors (1)
      ✗ scripts/ralph/prd.json:1: The PRD has no "branchName".
        Add "branchName": "ralph/feature".

      Warnings (3)
      ! scripts/ralph/prompt.md does not say yet what there is to do.
        Replace the line in parentheses under "Goal", or add stories to the PRD. Until then only ralph run --tasks starts.
      ! No gate is set and none was detected, so nothing can prove that work is done.
        Add a command under gates in ralph.yaml, for example { name: test, run: "npm test" }.
      ! The repository has no commit yet, so there is nothing to go back to.
        Commit what you have: git add . && git commit -m "Start".

      ✗ Not ready (checked: config, prd, files, prompt, gates, agent, database, project_server, git)."
    `);
  });

  it('exits 0 when there are only warnings', async () => {
    const root = repository();
    await run(init, root);
    const { code, stdout } = await run(validate, root);
    expect(code).toBe(0);
    expect(stdout.split('\n').at(-1)).toMatchInlineSnapshot(
      `"✓ Ready, with warnings (checked: config, prd, files, prompt, gates, agent, database, project_server, git)."`,
    );
  });

  it('prints one JSON value', async () => {
    const { code, stdout } = await run(validate, repository(), { json: true });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      root: 'ROOT',
      problems: [
        {
          severity: 'error',
          code: 'not_initialised',
          message: 'This folder has no files of Ralph yet.',
          fix: 'Run ralph init.',
        },
      ],
      checked: ['config', 'files'],
    });
  });

  it('takes other files, inside the root only', async () => {
    const root = repository({ 'plan.json': '{"branchName":"a","userStories":[]}' });
    const other = { 'prd-file': 'plan.json', 'prompt-file': 'plan.json' };
    expect((await run(validate, root, { options: other })).code).toBe(0);
    const outside = { 'prd-file': '../plan.json' };
    await expect(run(validate, root, { options: outside })).rejects.toMatchObject({
      code: 'invalid_argument',
      hint: expect.stringMatching(/./),
    });
  });
});
