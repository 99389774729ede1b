import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorText } from '../testing/error-text.ts';
import { init, nowhere, plainEnv, scaffold } from '../testing/init-in.ts';
import { contentsOf, temporaryFolder } from '../testing/temporary-folder.ts';
import type { InitRequest } from './init-project.ts';

describe('initProject refuses', () => {
  const untouched = async (root: string, more: Partial<InitRequest> = {}) => {
    const before = contentsOf(root);
    const text = await errorText(init(root, more), { ROOT: root, HOME: nowhere });
    expect(contentsOf(root)).toEqual(before);
    return text;
  };

  it('a root that does not exist', async () => {
    const root = temporaryFolder();
    const missing = path.join(root, 'missing');
    expect(await errorText(init(missing), { ROOT: root })).toMatchInlineSnapshot(`
      "There is no folder ROOT/missing.
      → Create it first, or name the folder of your repository: ralph init DIR."
    `);
  });
  it('a root that is a file', async () => {
    const root = temporaryFolder({ file: '' });
    expect(await errorText(init(path.join(root, 'file')), { ROOT: root })).toMatchInlineSnapshot(`
      "ROOT/file is not a folder.
      → Name the folder of your repository: ralph init DIR."
    `);
  });
  it('the root of the file system, even with --force', async () => {
    expect(await errorText(init('/'))).toMatchInlineSnapshot(`
      "/ is the root of the file system, not a repository.
      → Change to the folder of your repository, or name it: ralph init DIR."
    `);
    expect(await errorText(init('/', { force: true }))).toMatch(
      /^\/ is the root of the file system/,
    );
  });
  it('the home folder, unless forced', async () => {
    const home = temporaryFolder();
    const asHome = { env: { ...plainEnv, HOME: home } };
    expect(await errorText(init(home, asHome), { HOME: home })).toMatchInlineSnapshot(`
      "HOME is your home folder, which is rarely what is meant.
      → Change to the folder of your repository, or name it: ralph init DIR. If you do mean it, use --force."
    `);
    expect((await init(home, { ...asHome, force: true })).files).toHaveLength(scaffold.length);
  });
  it('a file where a folder is needed', async () => {
    expect(await untouched(temporaryFolder({ scripts: '#!/bin/sh' }))).toMatchInlineSnapshot(`
      "scripts is a file, and init needs a folder there for scripts/ralph/prompt.md.
      → Move or rename scripts, and run init again."
    `);
  });
  it('a folder where a file is needed', async () => {
    const root = temporaryFolder({ 'scripts/ralph/prompt.md/x': '' });
    expect(await untouched(root)).toMatchInlineSnapshot(`
      "scripts/ralph/prompt.md is a folder, and init needs a file there.
      → Move or rename it, and run init again."
    `);
  });
  it('a socket where a file is needed', async () => {
    const root = temporaryFolder();
    const server = createServer().listen(path.join(root, 'ralph.yaml'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    expect(await untouched(root)).toMatchInlineSnapshot(`
      "ralph.yaml is not an ordinary file, and init needs a file there.
      → Move or rename it, and run init again."
    `);
  });
  it('a link that leads nowhere', async () => {
    const root = temporaryFolder();
    symlinkSync('gone.yaml', path.join(root, 'ralph.yaml'));
    expect(await untouched(root)).toMatchInlineSnapshot(`
      "ralph.yaml is a symbolic link to something that does not exist.
      → Remove the link, or create what it points to, and run init again."
    `);
  });
  it('a link that leads out of the repository', async () => {
    const outside = temporaryFolder({ secret: 'x' });
    const root = temporaryFolder({ 'scripts/ralph/': '' });
    symlinkSync(path.join(outside, 'secret'), path.join(root, 'scripts/ralph/prd.json'));
    expect(await untouched(root)).toMatchInlineSnapshot(`
      "The path "scripts/ralph/prd.json" leads out of the root through a symbolic link.
      → Remove the link, and run init again."
    `);
    expect(contentsOf(outside)).toEqual({ secret: 'x' });
  });
  it('a folder that is a link out of the repository', async () => {
    const outside = temporaryFolder();
    const root = temporaryFolder();
    symlinkSync(outside, path.join(root, 'scripts'));
    expect(await untouched(root)).toMatchInlineSnapshot(`
      "The path "scripts/ralph/prompt.md" leads out of the root through a symbolic link.
      → Remove the link, and run init again."
    `);
    expect(contentsOf(outside)).toEqual({});
  });
  it('a .gitignore that is a link and lacks lines', async () => {
    const root = temporaryFolder({ ignore: 'x\n' });
    symlinkSync('ignore', path.join(root, '.gitignore'));
    expect(await untouched(root)).toMatchInlineSnapshot(`
      ".gitignore is a symbolic link, and init does not write through links.
      → Put an ordinary file in its place, or remove the link, and run init again."
    `);
  });
  it('an agent that it does not know', async () => {
    expect(await untouched(temporaryFolder(), { agent: 'cluade' })).toMatchInlineSnapshot(`
      "No agent is called "cluade". Did you mean "claude"?
      → Choose one of claude, codex, opencode, gemini, copilot, qwen, amp, custom, demo."
    `);
  });
});
