import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ralphInTemporaryFolder } from '../src/cli/testing/ralph-in.ts';

describe('bad input is answered in the words of the command line', () => {
  it.each([
    [['context', 'search', ''], 2, 'The question is empty.', 'Say in a few words'],
    [['context', 'explain', ' '], 2, 'The question is empty.', 'Say in a few words'],
    [['context', 'add', ''], 2, 'the text is empty', '- to read it on standard input'],
    [['context', 'skills', 'apply', 'none.json'], 2, 'There is no file', '"operations"'],
    [['context', 'skills', 'apply', 'bad.json'], 2, 'JSON', '"operations"'],
    [['catalog', 'add', 'x'], 2, 'neither how to start', 'ralph catalog add x -- '],
    [['catalog', 'remove', 'x'], 1, 'has no server "x"', 'ralph catalog list'],
    [['init', 'nowhere'], 2, 'There is no folder', 'ralph init DIR'],
    [['init', 'bad.json'], 2, 'is not a folder', 'ralph init DIR'],
    [['run', '-1'], 2, 'n: must be a whole number of at least 0', 'Give for example: 10'],
    [['tool', 'call', 'create_task'], 2, 'title: is missing (string)', 'Fields of create_task'],
  ] as const)('%j', async (words, exitCode, message, hint) => {
    const ralph = ralphInTemporaryFolder();
    writeFileSync(path.join(ralph.root, 'bad.json'), '{bad');
    const { code, stdout, stderr } = await ralph.run(...words);
    const said = `${stdout}${stderr}`;
    expect(code).toBe(exitCode);
    expect(said).toContain(message);
    expect(said.replaceAll('\\"', '"')).toContain(hint);
    if (words[0] === 'tool') return;
    expect(await ralph.json(...words)).toMatchObject({
      error: { code: expect.any(String), message: expect.stringContaining(message) },
    });
  });

  it('a folder that has tasks and no runs says that there are none', async () => {
    const ralph = ralphInTemporaryFolder();
    await ralph.text('feature', 'add', 'account');
    for (const command of ['show', 'cancel', 'approve', 'resume']) {
      expect(await ralph.error('runs', command)).toContain('There are no runs in this folder yet.');
    }
  });
});
