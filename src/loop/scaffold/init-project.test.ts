import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { errorText } from '../testing/error-text.ts';
import { init, nowhere, plainEnv, scaffold } from '../testing/init-in.ts';
import { contentsOf, fakeProgram, temporaryFolder } from '../testing/temporary-folder.ts';
import { isScaffoldPrompt } from './files/prompt.ts';

function actions({ files }: Awaited<ReturnType<typeof init>>): Record<string, string> {
  return Object.fromEntries(files.map(({ path, action }) => [path, action]));
}

describe('initProject', () => {
  it('writes the scaffold into an empty folder', async () => {
    const root = temporaryFolder();
    const result = await init(root);
    expect(result.root).toBe(root);
    expect(actions(result)).toEqual(Object.fromEntries(scaffold.map((file) => [file, 'created'])));
    expect(Object.keys(contentsOf(root))).toEqual([...scaffold].sort());
    const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
    expect(JSON.parse(text('scripts/ralph/prd.json'))).toEqual({
      branchName: 'ralph/feature',
      userStories: [],
    });
    expect(text('scripts/ralph/progress.txt').match(/^(#.*|---)$/gm)).toEqual([
      '# Ralph Progress Log',
      '## Codebase Patterns',
      '## Iteration Notes',
      '---',
    ]);
    const map = text('scripts/ralph/codebase_map.md');
    expect(map.match(/^- \[ \] /gm)).toHaveLength(12);
    expect(map.match(/^## .*$/gm)).toEqual([
      '## Next Topics',
      '## Quick Facts',
      '## Do Not Touch',
      '## Iteration Notes',
    ]);
    expect(isScaffoldPrompt(text('scripts/ralph/prompt.md'))).toBe(true);
    expect(text('.gitignore')).toBe("# Ralph's own state\n.ralph/\n.agent/context/\n");
    expect(text('ralph.yaml').split('\n')[0]).toBe(
      '# yaml-language-server: $schema=.ralph/ralph.schema.json',
    );
  });

  it('says what is left to do', async () => {
    const result = await init(temporaryFolder());
    expect(result.warnings).toEqual([
      'This folder is no git repository. Run "git init": Ralph undoes bad edits with git.',
    ]);
    expect(result.next_steps).toMatchInlineSnapshot(`
      [
        "Say what you want: in scripts/ralph/prompt.md, as stories in scripts/ralph/prd.json, or let the agent plan it: ralph plan "…"",
        "Install Claude Code: npm install -g @anthropic-ai/claude-code",
        "Name a command that proves the work under gates in ralph.yaml.",
        "Check that everything is in place: ralph validate",
      ]
    `);
  });

  it('has less to say where more is there', async () => {
    const bin = temporaryFolder();
    fakeProgram(bin, 'codex');
    const root = temporaryFolder({
      'package.json': '{"scripts":{"test":"jest"}}',
      'scripts/ralph/prompt.md': 'Make it faster.\n',
    });
    execFileSync('git', ['init', '-q', root]);
    const result = await init(root, { env: { ...plainEnv, PATH: `${bin}:/usr/bin:/bin` } });
    expect(result.warnings).toEqual([]);
    expect(result.next_steps).toEqual(['Check that everything is in place: ralph validate']);
    expect(actions(result)['scripts/ralph/prompt.md']).toBe('kept');
    expect(parse(readFileSync(path.join(root, 'ralph.yaml'), 'utf8'))).toMatchObject({
      agents: { default: 'codex' },
      gates: [{ name: 'test', run: 'npm test' }],
    });
  });

  it('warns when git is not there', async () => {
    const result = await init(temporaryFolder(), { env: { PATH: nowhere, HOME: nowhere } });
    expect(result.warnings).toEqual([
      'git was not found. Install it: Ralph undoes bad edits with git.',
    ]);
  });

  it('writes what was decided, and warns when that comes too late', async () => {
    const root = temporaryFolder({ 'package.json': '{"scripts":{"test":"jest"}}' });
    const gates = [{ name: 'odd', run: 'say "hi": # \\ é' }];
    const decided = { agent: 'custom', gates, env: { ...plainEnv, AGENT_CMD: 'my-agent "x"' } };
    await init(root, decided);
    expect(parse(readFileSync(path.join(root, 'ralph.yaml'), 'utf8'))).toMatchObject({
      agents: { default: 'custom', custom: { command: 'my-agent "x"' } },
      gates,
    });
    const again = await init(root, decided);
    expect(again.warnings[0]).toBe(
      'ralph.yaml was there and is kept, so the agent and gates given now are not in it. Edit it, or use --force.',
    );
  });

  it('writes an empty list where gates are not wanted, and none where none was found', async () => {
    const read = (root: string) => parse(readFileSync(path.join(root, 'ralph.yaml'), 'utf8'));
    const refused = temporaryFolder({ 'package.json': '{"scripts":{"test":"jest"}}' });
    await init(refused, { gates: [] });
    expect(read(refused).gates).toEqual([]);
    const unknown = temporaryFolder();
    await init(unknown);
    expect(read(unknown)).not.toHaveProperty('gates');
  });

  it('changes nothing the second time, whatever was there before', async () => {
    const anything = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('', '\r\n', '.ralph/'));
    const before = fc.dictionary(
      fc.constantFrom(...scaffold, 'package.json', 'Makefile'),
      anything,
    );
    await fc.assert(
      fc.asyncProperty(before, fc.boolean(), async (files, force) => {
        const root = temporaryFolder(files);
        await init(root, { force });
        const once = contentsOf(root);
        const result = await init(root, { force });
        expect(contentsOf(root)).toEqual(once);
        expect(new Set(Object.values(actions(result)))).toEqual(new Set(['kept']));
        if (force) return;
        for (const [file, text] of Object.entries(files)) {
          // Generated files are Ralph's own.
          if (file.startsWith('.ralph/')) continue;
          expect(once[file]?.startsWith(Buffer.from(text).toString('latin1'))).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('replaces with --force, after a backup, only what differs', async () => {
    const root = temporaryFolder({
      'scripts/ralph/prompt.md': 'mine',
      'ralph.yaml': 'preset: minimal\n',
    });
    expect(actions(await init(root))).toMatchObject({
      'scripts/ralph/prompt.md': 'kept',
      'ralph.yaml': 'kept',
    });
    const { files } = await init(root, { force: true });
    const replaced = files.filter(({ action }) => action === 'replaced');
    expect(replaced.map(({ path: file }) => file)).toEqual([
      'ralph.yaml',
      'scripts/ralph/prompt.md',
    ]);
    expect(files.filter(({ action }) => action === 'kept')).toHaveLength(scaffold.length - 2);
    for (const { backup, path: file } of replaced) {
      expect(backup?.startsWith(`${file}.`)).toBe(true);
      const old = file === 'ralph.yaml' ? 'preset: minimal\n' : 'mine';
      expect(readFileSync(path.join(root, backup ?? ''), 'utf8')).toBe(old);
    }
    expect(isScaffoldPrompt(readFileSync(path.join(root, 'scripts/ralph/prompt.md'), 'utf8'))).toBe(
      true,
    );
  });

  it('brings the generated server up to date without asking, and for its own root', async () => {
    const root = temporaryFolder();
    const server = (version: number) => ({
      projectServer: async (at: string) => [
        { path: '.ralph/mcp/server.ts', text: `// ${version} for ${at}\n` },
      ],
    });
    await init(root, server(1));
    expect(actions(await init(root, server(1)))).toMatchObject({ '.ralph/mcp/server.ts': 'kept' });
    expect(actions(await init(root, server(2)))).toMatchObject({
      '.ralph/mcp/server.ts': 'updated',
    });
    expect(readFileSync(path.join(root, '.ralph/mcp/server.ts'), 'utf8')).toBe(
      `// 2 for ${root}\n`,
    );
  });

  it('brings the schema up to date without asking', async () => {
    const root = temporaryFolder();
    await init(root);
    const result = await init(root, { configSchema: { type: 'object', title: 'newer' } });
    expect(actions(result)).toMatchObject({ '.ralph/ralph.schema.json': 'updated' });
    expect(JSON.parse(readFileSync(path.join(root, '.ralph/ralph.schema.json'), 'utf8'))).toEqual({
      type: 'object',
      title: 'newer',
    });
  });

  it('adds to .gitignore and keeps its mode and bytes', async () => {
    const root = temporaryFolder();
    writeFileSync(path.join(root, '.gitignore'), Buffer.from('caf\xe9\r\nx', 'latin1'), {
      mode: 0o600,
    });
    expect(actions(await init(root))['.gitignore']).toBe('updated');
    const file = path.join(root, '.gitignore');
    expect(readFileSync(file, 'latin1')).toBe(
      "caf\xe9\r\nx\r\n\r\n# Ralph's own state\r\n.ralph/\r\n.agent/context/\r\n",
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves a .gitignore that git cannot read to the user', async () => {
    const text = Buffer.from('\uFEFFnode_modules/\r\n', 'utf16le');
    const root = temporaryFolder({ '.gitignore': text });
    const result = await init(root);
    expect(actions(result)['.gitignore']).toBe('kept');
    expect(readFileSync(path.join(root, '.gitignore'))).toEqual(text);
    expect(result.warnings[0]).toBe(
      '.gitignore is UTF-16, which git cannot read. Save it as UTF-8 and run init again.',
    );
  });

  it('keeps a link to a file of the repository, and does not replace what it points to', async () => {
    const root = temporaryFolder({ 'docs/prompt.md': 'Do it.', 'scripts/ralph/': '' });
    symlinkSync('../../docs/prompt.md', path.join(root, 'scripts/ralph/prompt.md'));
    expect(actions(await init(root))['scripts/ralph/prompt.md']).toBe('kept');
    expect(await errorText(init(root, { force: true }))).toMatchInlineSnapshot(`
      "scripts/ralph/prompt.md is a symbolic link, and init does not write through links.
      → Put an ordinary file in its place, or remove the link, and run init again."
    `);
    expect(readFileSync(path.join(root, 'docs/prompt.md'), 'utf8')).toBe('Do it.');
  });

  it('follows a folder that is a link inside the repository', async () => {
    const root = temporaryFolder({ 'tools/': '' });
    symlinkSync('tools', path.join(root, 'scripts'));
    await init(root);
    expect(existsSync(path.join(root, 'tools/ralph/prompt.md'))).toBe(true);
  });
});
