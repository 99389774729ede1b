import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

describe.each([
  ['append_learning', 'read_learnings', '.ralph/learnings.txt', 'learnings'],
  ['append_progress', 'read_progress', '.ralph/progress.txt', 'progress'],
])('%s and %s', (append, read, file, name) => {
  it('add an entry under a head, tell it, and write an event', async () => {
    const project = await open();
    const empty = { text: '', next_cursor: null, total_bytes: 0, file };
    expect(await project.answer(read)).toEqual(empty);
    await project.answer(append, { text: 'One\n[2026] forged\n' }, session({ task_id: 7 }));
    await project.answer(append, { text: 'Two' });
    const expected = [
      '[2026-01-01T00:00:00.000Z] agent, session ses_test, task #7',
      '  One',
      '  [2026] forged',
      '[2026-01-01T00:00:00.000Z] person',
      '  Two',
      '',
    ].join('\n');
    expect(readFileSync(path.join(project.root, file), 'utf8')).toBe(expected);
    expect(await project.answer(read)).toEqual({
      text: expected,
      next_cursor: null,
      total_bytes: Buffer.byteLength(expected),
      file,
    });
    expect(await project.events()).toMatchObject([
      { tool: append, entity: 'state_file', entity_id: name, action: 'appended' },
      { tool: append, author: 'person', after: { text: 'Two' } },
    ]);
  });
});

describe('what is appended', () => {
  it('holds neither secrets nor escape sequences', async () => {
    const project = await open();
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await project.answer('append_progress', { text: `a\u001b]0;title\u0007 ${secret}` });
    const written = readFileSync(path.join(project.root, '.ralph/progress.txt'), 'utf8');
    expect(written).toContain('  a]0;title [redacted:');
    expect(await project.dump()).not.toContain(secret);
  });

  it.each([
    ['too long', 'x'.repeat(2_001)],
    ['blank', ' \n '],
    ['hidden', '\u200b'],
    ['cut by NUL', 'a\0b'],
  ])('is refused when %s', async (_, text) => {
    const project = await open();
    const error = await project.refusal('append_learning', { text });
    expect(error.code).toBe('invalid_argument');
    expect((await project.answer('read_learnings')).total_bytes).toBe(0);
  });

  it('does not mix when many write at once', async () => {
    const project = await open();
    const texts = Array.from({ length: 40 }, (_, i) => `entry ${i} ${'z'.repeat(500)}`);
    await Promise.all(texts.map((text) => project.answer('append_progress', { text })));
    const lines = readFileSync(path.join(project.root, '.ralph/progress.txt'), 'utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('  ')).sort()).toEqual(
      texts.map((text) => `  ${text}`).sort(),
    );
    expect(await project.events()).toHaveLength(40);
  });

  it('never goes outside the root through a link', async () => {
    const project = await open();
    const outside = await open();
    symlinkSync(path.join(outside.root, 'victim'), path.join(project.root, '.ralph/progress.txt'));
    writeFileSync(path.join(outside.root, 'victim'), 'private');
    expect((await project.refusal('append_progress', { text: 'x' })).code).toBe('invalid_argument');
    expect((await project.refusal('read_progress')).code).toBe('invalid_argument');
    expect(readFileSync(path.join(outside.root, 'victim'), 'utf8')).toBe('private');
  });
});

describe('reading', () => {
  async function withFile(content: string | Buffer) {
    const project = await open();
    mkdirSync(path.join(project.root, '.ralph'), { recursive: true });
    writeFileSync(path.join(project.root, '.ralph/learnings.txt'), content);
    return project;
  }

  async function pages(project: Awaited<ReturnType<typeof open>>): Promise<string[]> {
    const texts: string[] = [];
    let cursor: unknown = null;
    do {
      const input = cursor === null ? {} : { cursor };
      const outcome = await project.call('read_learnings', input);
      if (!outcome.ok) throw new Error(outcome.error.message);
      expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(8_192);
      texts.unshift(String(outcome.structured?.text));
      cursor = outcome.structured?.next_cursor;
    } while (cursor !== null);
    return texts;
  }

  it('goes back from the end in whole lines and misses nothing', async () => {
    const content = Array.from({ length: 900 }, (_, i) => `line ${i} ${'é'.repeat(i % 30)}\n`).join(
      '',
    );
    const project = await withFile(content);
    const texts = await pages(project);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.every((text) => text.startsWith('line ') && text.endsWith('\n'))).toBe(true);
    expect(texts.join('')).toBe(content);
  });

  it('does not break a character where a line is longer than a page', async () => {
    for (const lead of ['', 'x', 'xx']) {
      const content = lead + '深'.repeat(7_000);
      expect((await pages(await withFile(content))).join('')).toBe(content);
    }
  });

  it('takes a cursor beyond a file that was cut as its end, and refuses what is none', async () => {
    const project = await withFile('only line\n');
    const beyond = await project.answer('read_learnings', { cursor: '999999' });
    expect(beyond.text).toBe('only line\n');
    for (const cursor of ['-1', '0', 'x', '1e3']) {
      expect((await project.refusal('read_learnings', { cursor })).code).toBe('invalid_argument');
    }
  });

  it('says that a folder in its place is none of it', async () => {
    const project = await open();
    mkdirSync(path.join(project.root, '.ralph/learnings.txt'), { recursive: true });
    const error = await project.refusal('read_learnings');
    expect(error.message).toContain('.ralph/learnings.txt');
    expect(error.hint).not.toBe('');
  });
});
