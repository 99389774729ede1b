import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fakeProgram, temporaryFolder } from '../../loop/testing/temporary-folder.ts';
import { askInitQuestions, type InitAnswers } from './questions.ts';

const enter = '\r';
const down = '\x1b[B';
const space = ' ';
const cancel = '\x03';

/** Answers each question with the next keys once it is on the screen. */
async function converse(
  root: string,
  env: Record<string, string>,
  keys: readonly string[],
  given: InitAnswers = {},
) {
  const input = new PassThrough();
  const output = new PassThrough();
  const titles = ['Which agent', 'Which command', 'Add Ralph to'].slice(Object.keys(given).length);
  let screen = '';
  let asked = 0;
  output.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    screen += text;
    const title = titles[asked];
    if (title !== undefined && text.includes(title)) {
      const answer = keys[asked++] ?? '';
      setImmediate(() => input.write(answer));
    }
  });
  const { signal } = new AbortController();
  const answers = await askInitQuestions(root, env, given, { input, output, signal });
  return { answers, asked, screen };
}

describe('askInitQuestions', () => {
  const bin = temporaryFolder();
  fakeProgram(bin, 'codex');
  const env = { PATH: bin };
  const scripts = { 'package.json': '{"scripts":{"test":"jest","lint":"eslint ."}}' };
  const test = { name: 'test', run: 'npm test', detected_from: 'package.json' };
  const lint = { name: 'lint', run: 'npm run lint', detected_from: 'package.json' };

  it('takes what was found when every answer is Enter', async () => {
    const root = temporaryFolder({ ...scripts, '.idea/': '' });
    const { answers, asked, screen } = await converse(root, env, [enter, enter, enter]);
    expect(answers).toEqual({ agent: 'codex', gates: [test, lint], client: 'jetbrains' });
    expect(asked).toBe(3);
    expect(screen).toContain('Claude Code (not installed)');
  });

  it('takes other answers', async () => {
    const root = temporaryFolder(scripts);
    const { answers } = await converse(root, env, [down + enter, space + enter, down + enter]);
    expect(answers).toEqual({ agent: 'claude', gates: [lint], client: 'jetbrains' });
  });

  it('asks for a command where none was found, and takes none for an answer', async () => {
    const typed = await converse(temporaryFolder(), env, [enter, `make test${enter}`, enter]);
    expect(typed.answers).toEqual({ agent: 'codex', gates: [{ name: 'test', run: 'make test' }] });
    const silent = await converse(temporaryFolder(), env, [enter, enter, enter]);
    expect(silent.answers).toEqual({ agent: 'codex' });
  });

  it('does not ask what was said already', async () => {
    const given: InitAnswers = { agent: 'claude', gates: [test] };
    const { answers, asked } = await converse(temporaryFolder(), env, [enter], given);
    expect(answers).toEqual(given);
    expect(asked).toBe(1);
    const all: InitAnswers = { ...given, client: 'vscode' };
    expect((await converse(temporaryFolder(), env, [], all)).answers).toEqual(all);
  });

  it.each([1, 2, 3])('answers nothing when the user backs out of question %i', async (which) => {
    const keys = [...Array.from({ length: which - 1 }, () => enter), cancel];
    const { answers } = await converse(temporaryFolder(scripts), env, keys);
    expect(answers).toBeUndefined();
  });
});
