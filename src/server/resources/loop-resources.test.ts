import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../test/support/mcp-connections.ts';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { findResource } from '../resource.ts';
import { loopResources } from './loop-resources.ts';
import { mostBytes } from './read-bounded.ts';
import { watchFile } from './watch-file.ts';

function put(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

async function read(root: string, uri: string, inSession = false) {
  const found = findResource(loopResources({ root, inSession }), uri);
  if (!found) throw new Error(`no resource ${uri}`);
  return found.resource.read(found.variables);
}

describe('loopResources', () => {
  it.each([
    ['ralph://prompt', 'scripts/ralph/prompt.md'],
    ['ralph://prd', 'scripts/ralph/prd.json'],
    ['ralph://progress', 'scripts/ralph/progress.txt'],
    ['ralph://codebase_map', 'scripts/ralph/codebase_map.md'],
    ['ralph://learnings', 'scripts/ralph/progress.txt'],
  ])('%s reads %s and names it', async (uri, file) => {
    const root = scratchFolder();
    put(root, file, 'content');
    expect(await read(root, uri)).toEqual({ text: 'content', meta: { file } });
  });

  it('read the files of the project in a session', async () => {
    const root = scratchFolder();
    put(root, '.ralph/progress.txt', 'mine');
    put(root, '.ralph/learnings.txt', 'learnt');
    expect(await read(root, 'ralph://progress', true)).toMatchObject({ text: 'mine' });
    expect(await read(root, 'ralph://learnings', true)).toMatchObject({
      text: 'learnt',
      meta: { file: '.ralph/learnings.txt' },
    });
  });

  it('are empty in a session before the first entry', async () => {
    expect(await read(scratchFolder(), 'ralph://learnings', true)).toEqual({
      text: '',
      meta: { file: '.ralph/learnings.txt' },
    });
  });

  it('say what to do when the file is not there', async () => {
    await expect(read(scratchFolder(), 'ralph://prd')).rejects.toMatchObject({
      code: 'not_found',
      message:
        'ralph://prd is not there yet: scripts/ralph/prd.json does not exist in this repository.',
      hint: expect.stringContaining('ralph init'),
    });
  });

  it('cut what is too long at a line: the end of a log, the start of a document', async () => {
    const root = scratchFolder();
    const lines = Array.from({ length: 40_000 }, (_, n) => `line ${n} äöü`);
    put(root, 'scripts/ralph/progress.txt', `${lines.join('\n')}\n`);
    put(root, 'scripts/ralph/prompt.md', `${lines.join('\n')}\n`);
    const log = await read(root, 'ralph://progress');
    const prompt = await read(root, 'ralph://prompt');
    if (!('text' in log) || !('text' in prompt)) throw new Error('no text');
    expect(Buffer.byteLength(log.text)).toBeLessThanOrEqual(mostBytes);
    expect(log.text).toMatch(/^line \d+ äöü\n/);
    expect(log.text.endsWith('line 39999 äöü\n')).toBe(true);
    expect(log.meta).toMatchObject({ truncated: true, kept: 'end', size: expect.any(Number) });
    expect(prompt.text.startsWith('line 0 äöü\n')).toBe(true);
    expect(prompt.text).toMatch(/\nline \d+ äöü\n$/);
    expect(prompt.mimeType).toBe('text/plain');
  });
});

describe('watchFile', () => {
  it('tells of a file that appears, is replaced and goes, also when its folder is not there yet', async () => {
    const root = scratchFolder();
    const file = path.join(root, 'scripts/ralph/prompt.md');
    let changes = 0;
    onTestFinished(watchFile(file, root, () => changes++));
    const next = async (what: string, change: () => void) => {
      const before = changes;
      change();
      await until(what, () => changes > before);
    };
    await next('it appeared', () => put(root, 'scripts/ralph/prompt.md', 'one'));
    await next('it was replaced', () => {
      writeFileSync(`${file}.tmp`, 'two two');
      renameSync(`${file}.tmp`, file);
    });
    await next('it went', () => rmSync(file));
    expect(changes).toBe(3);
  });
});
