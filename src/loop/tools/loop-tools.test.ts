import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../../tool/invoke-tool.ts';
import { callLoopTool } from '../testing/call-loop-tool.ts';
import { contentsOf, fakeProgram, temporaryFolder } from '../testing/temporary-folder.ts';

const home = temporaryFolder();
const bin = temporaryFolder();
fakeProgram(bin, 'claude');
const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home };

function repository(): string {
  const root = temporaryFolder();
  execFileSync('git', ['init', '-q', root]);
  return root;
}
function text(outcome: ToolOutcome, root: string): string {
  const said = outcome.ok ? outcome.text : `${outcome.error.code}: ${outcome.error.message}`;
  return said.replaceAll(root, 'ROOT').replace(/\d{8}-\d{6}-\d{3}/g, 'TIME');
}

describe('ralph_init', () => {
  it('answers what it did, file by file, and says so along the way', async () => {
    const root = repository();
    const messages: string[] = [];
    const progress = (message: string) => messages.push(message);
    const outcome = await callLoopTool('ralph_init', {}, { root, env, progress });
    expect(text(outcome, root)).toMatchInlineSnapshot(`
      "Ralph is set up in ROOT.
      created ralph.yaml
      created scripts/ralph/prompt.md
      created scripts/ralph/prd.json
      created scripts/ralph/prd_prompt.txt
      created scripts/ralph/progress.txt
      created scripts/ralph/codebase_map.md
      created scripts/ralph/understand_prompt.md
      created .ralph/ralph.schema.json
      created .ralph/mcp/server.ts
      created .ralph/mcp/package.json
      created .gitignore
      Next 1: Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
      Next 2: Name a command that proves the work under gates in ralph.yaml.
      Next 3: Check that everything is in place: ralph validate"
    `);
    expect(messages).toHaveLength(11);
    expect(messages[0]).toBe('created ralph.yaml');
  });

  it('says when there was nothing to do', async () => {
    const root = repository();
    await callLoopTool('ralph.init', {}, { root, env });
    const before = contentsOf(root);
    const again = await callLoopTool('ralph_init', { root }, { root, env });
    expect(text(again, root)).toMatchInlineSnapshot(`
      "Ralph is already set up in ROOT; nothing was changed.
      Next 1: Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
      Next 2: Check that everything is in place: ralph validate"
    `);
    expect(contentsOf(root)).toEqual(before);
  });

  it('names the backup of what it replaced', async () => {
    const root = repository();
    await callLoopTool('ralph_init', {}, { root, env });
    writeFileSync(path.join(root, 'scripts/ralph/prompt.md'), 'mine');
    const forced = await callLoopTool('ralph_init', { force: true }, { root, env });
    expect(text(forced, root)).toMatchInlineSnapshot(`
      "Ralph is set up in ROOT.
      replaced scripts/ralph/prompt.md (backup: scripts/ralph/prompt.md.TIME.bak)
      kept 10 files that were there
      Next 1: Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"
      Next 2: Check that everything is in place: ralph validate"
    `);
  });

  it.each([
    [
      'a root that it was not given',
      { root: '/' },
      /^not_allowed: This server does not work in \/\.$/,
    ],
    ['a relative root', { root: '.' }, /^invalid_argument: root "\." is no absolute path\.$/],
    ['unknown fields', { foce: true }, /^invalid_argument: ralph_init: foce: unknown field$/],
    ['a wrong type', { force: 'yes' }, /^invalid_argument: ralph_init: force: /],
  ])('refuses %s', async (_, input, message) => {
    const root = repository();
    expect(text(await callLoopTool('ralph_init', input, { root, env }), root)).toMatch(message);
    expect(contentsOf(root)['ralph.yaml']).toBeUndefined();
  });

  it('reports an obstacle as a failure with what to do', async () => {
    const root = repository();
    writeFileSync(path.join(root, 'scripts'), '');
    expect(await callLoopTool('ralph_init', {}, { root, env })).toMatchObject({
      ok: false,
      error: { code: 'execution_failed', hint: 'Move or rename scripts, and run init again.' },
    });
  });
});

describe('ralph_validate', () => {
  it('renders problems with their fixes', async () => {
    const root = repository();
    await callLoopTool('ralph_init', {}, { root, env });
    writeFileSync(path.join(root, 'scripts/ralph/prd.json'), '{"branchName": "a b"}');
    const outcome = await callLoopTool('ralph.validate', {}, { root, env });
    expect(text(outcome, root)).toMatchInlineSnapshot(`
      "Not ready. 9 parts checked: config, prd, files, prompt, gates, agent, database, project_server, git.
      error: scripts/ralph/prd.json:1: The PRD has no "userStories".
        Fix: Add "userStories": [].
      error: scripts/ralph/prd.json:1: branchName "a b" is no name for a git branch: it holds a space.
        Fix: Use letters, digits, - and /, for example "ralph/feature".
      warning: scripts/ralph/prompt.md does not say yet what there is to do.
        Fix: Replace the line in parentheses under "Goal", or add stories to the PRD. Until then only ralph run --tasks starts.
      warning: No gate is set and none was detected, so nothing can prove that work is done.
        Fix: Add a command under gates in ralph.yaml, for example { name: test, run: "npm test" }.
      warning: The repository has no commit yet, so there is nothing to go back to.
        Fix: Commit what you have: git add . && git commit -m "Start"."
    `);
  });

  it('renders success in a line', async () => {
    const root = temporaryFolder({ 'package.json': '{"scripts":{"test":"jest"}}' });
    const git = ['-C', root, '-c', 'user.name=x', '-c', 'user.email=x@y'];
    execFileSync('git', ['init', '-q', root]);
    const withNpm = { ...env, PATH: `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin` };
    await callLoopTool('ralph_init', {}, { root, env: withNpm });
    writeFileSync(path.join(root, 'scripts/ralph/prompt.md'), 'Do it.');
    execFileSync('git', [...git, 'commit', '-qm', 'x', '--allow-empty']);
    const outcome = await callLoopTool('ralph_validate', {}, { root, env: withNpm });
    expect(text(outcome, root)).toMatchInlineSnapshot(
      `"Everything is in place. 9 parts checked: config, prd, files, prompt, gates, agent, database, project_server, git."`,
    );
  });
});
