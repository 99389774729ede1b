import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callLoopTool } from '../testing/call-loop-tool.ts';
import { bin, complete, env, problems, project, validate } from '../testing/sample-project.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';

describe('validate', () => {
  it('has nothing to say where everything is in place', async () => {
    const root = project();
    expect(await validate(root)).toEqual({
      ok: true,
      root,
      problems: [],
      checked: [
        'config',
        'prd',
        'files',
        'prompt',
        'gates',
        'agent',
        'database',
        'project_server',
        'git',
      ],
    });
  });

  it('a generated server of another folder', async () => {
    const root = project();
    cpSync(path.join(complete, '.ralph/mcp'), path.join(root, '.ralph/mcp'), { recursive: true });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "warning stale_server: .ralph/mcp/server.ts was not made by this Ralph for this folder.
      → Run ralph mcp build."
    `);
  });

  it('a folder without anything', async () => {
    expect(await problems(temporaryFolder())).toMatchInlineSnapshot(`
      "error not_initialised: This folder has no files of Ralph yet.
      → Run ralph init."
    `);
  });

  it('a fresh scaffold outside git, without an agent', async () => {
    const root = temporaryFolder();
    const bare = { ...env, PATH: '/usr/bin:/bin' };
    await callLoopTool('ralph_init', {}, { root, env: bare });
    expect(await problems(root, {}, bare)).toMatchInlineSnapshot(`
      "warning prompt_untouched: scripts/ralph/prompt.md does not say yet what there is to do.
      → Replace the line in parentheses under "Goal", or add stories to the PRD. Until then only ralph run --tasks starts.
      warning no_gates: No gate is set and none was detected, so nothing can prove that work is done.
      → Add a command under gates in ralph.yaml, for example { name: test, run: "npm test" }.
      error agent_not_found: The agent "claude" was not found.
      → Install it (npm install -g @anthropic-ai/claude-code) or choose another agent under agents.default in ralph.yaml.
      warning not_a_repository: This folder is no git repository, so bad edits could not be undone.
      → Run git init and commit what you have."
    `);
  });

  it('a repository without a commit, and no git at all', async () => {
    const root = project();
    rmSync(path.join(root, '.git'), { recursive: true });
    execFileSync('git', ['init', '-q', root]);
    expect(await problems(root)).toMatchInlineSnapshot(`
      "warning no_commits: The repository has no commit yet, so there is nothing to go back to.
      → Commit what you have: git add . && git commit -m "Start"."
    `);
    expect(await problems(root, {}, { ...env, PATH: bin })).toMatchInlineSnapshot(`
      "warning git_missing: git was not found, so bad edits could not be undone.
      → Install git and make sure that it is on PATH."
    `);
  });

  it('a repository that git refuses', async () => {
    const root = project({});
    writeFiles(root, { '.git/config': '[broken\n' });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "warning git_refused: git does not want to work here: fatal: bad config line 1 in file .git/config
      → Do what git suggests, then validate again."
    `);
  });

  it('missing files', async () => {
    const root = project();
    rmSync(path.join(root, 'scripts'), { recursive: true });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "error missing_file: The PRD scripts/ralph/prd.json is missing.
      → Run ralph init, or name another file as run.prd_file in ralph.yaml.
      warning missing_file: scripts/ralph/progress.txt is missing, so an iteration cannot read what the last one learned.
      → Run ralph init: it adds what is missing and keeps the rest.
      warning missing_file: scripts/ralph/codebase_map.md is missing, so there is no map of the code to read or extend.
      → Run ralph init: it adds what is missing and keeps the rest.
      warning missing_file: scripts/ralph/understand_prompt.md is missing, so the code base cannot be mapped.
      → Run ralph init: it adds what is missing and keeps the rest.
      error missing_file: The prompt scripts/ralph/prompt.md is missing.
      → Run ralph init, or name another file as run.prompt_file in ralph.yaml."
    `);
  });

  it('no ralph.yaml', async () => {
    const root = project();
    rmSync(path.join(root, 'ralph.yaml'));
    expect(await problems(root)).toMatchInlineSnapshot(`
      "warning missing_file: ralph.yaml is missing, so every setting has its default.
      → Run ralph init: it adds what is missing and keeps the rest."
    `);
  });

  it('an empty prompt', async () => {
    expect(await problems(project({ 'scripts/ralph/prompt.md': ' \n' }))).toMatchInlineSnapshot(`
      "error prompt_empty: The prompt scripts/ralph/prompt.md is empty.
      → Write what the agent shall do, or remove the file and run ralph init."
    `);
  });

  it('a prompt that is a folder, too large, not text, or out of the repository', async () => {
    const prompt = 'scripts/ralph/prompt.md';
    const folder = project();
    rmSync(path.join(folder, prompt));
    writeFiles(folder, { [`${prompt}/`]: '' });
    expect(await problems(folder)).toMatchInlineSnapshot(`
      "error unreadable_file: scripts/ralph/prompt.md is a folder, and a file is needed there.
      → Move or rename the folder, and run ralph init."
    `);
    const large = project({ [prompt]: 'x'.repeat(1024 * 1024 + 1) });
    expect(await problems(large)).toMatchInlineSnapshot(`
      "error unreadable_file: scripts/ralph/prompt.md has 1048577 bytes; at most 1048576 are read.
      → Shorten it, and move details into files that it names."
    `);
    const binary = project({ [prompt]: Buffer.from([0x66, 0xff, 0xfe]) });
    expect(await problems(binary)).toMatchInlineSnapshot(`
      "error unreadable_file: Cannot read ROOT/scripts/ralph/prompt.md: it is not UTF-8 text.
      → Save it as UTF-8 in your editor, then try again."
    `);
    const outside = project();
    rmSync(path.join(outside, prompt));
    symlinkSync('/etc/passwd', path.join(outside, prompt));
    expect(await problems(outside)).toMatchInlineSnapshot(`
      "error unreadable_file: The path "scripts/ralph/prompt.md" leads out of the root through a symbolic link.
      → Name a file that really lies below the root, or remove the link."
    `);
  });

  it('an untouched prompt, unless the PRD has stories', async () => {
    const root = temporaryFolder();
    await callLoopTool('ralph_init', {}, { root, env });
    expect((await validate(root)).problems.map(({ code }) => code)).toContain('prompt_untouched');
    const story = {
      id: 'US-1',
      title: 'x',
      acceptanceCriteria: ['y'],
      priority: 1,
      passes: false,
      notes: '',
    };
    writeFiles(root, {
      'scripts/ralph/prd.json': JSON.stringify({ branchName: 'a', userStories: [story] }),
    });
    expect((await validate(root)).problems.map(({ code }) => code)).not.toContain(
      'prompt_untouched',
    );
  });

  it('a PRD that is no JSON', async () => {
    const root = project({ 'scripts/ralph/prd.json': '{\n  "branchName": "a"\n  "x": 1\n}' });
    expect(await problems(root)).toMatchInlineSnapshot(`
      "error prd_syntax: scripts/ralph/prd.json:3: Not valid JSON at line 3, column 3: a comma is expected before this.
      → Correct the file there. An empty PRD is {"branchName": "ralph/feature", "userStories": []}."
    `);
  });

  it('other files when told to, inside the root only', async () => {
    const root = project({ 'plans/next.json': '[]', 'plans/prompt.md': 'Do it.' });
    const other = { prd_file: 'plans/next.json', prompt_file: 'plans/prompt.md' };
    expect(await problems(root, other)).toMatchInlineSnapshot(`
      "error prd_shape: plans/next.json:1: The top of the file is a list; an object is needed.
      → Write {"branchName": "ralph/feature", "userStories": [ … ]}."
    `);
    const gone = { prd_file: 'plans/gone.json', prompt_file: 'plans/gone.md' };
    expect(await problems(root, gone)).toMatchInlineSnapshot(`
      "error missing_file: The PRD plans/gone.json is missing.
      → Create it, or name another file (run.prd_file in ralph.yaml).
      error missing_file: The prompt plans/gone.md is missing.
      → Create it, or name another file (run.prompt_file in ralph.yaml)."
    `);
    for (const prd_file of ['../prd.json', '/etc/passwd', 'a/../../b']) {
      const outcome = await callLoopTool('ralph_validate', { prd_file }, { root, env });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
    }
  });

  it('a configured file out of the repository is a problem, not a refusal', async () => {
    const wrong = { ...env, PROMPT_FILE: '/etc/hostname' };
    expect(await problems(project(), {}, wrong)).toMatchInlineSnapshot(`
      "error unreadable_file: The path "/etc/hostname" is an absolute path outside the root.
      → Write a path relative to the root."
    `);
  });
});
