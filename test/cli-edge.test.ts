import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledFixture, bundleFixture } from './support/bundle-fixture.ts';
import { runProgramFile, startProgram } from './support/run-program.ts';

let program: BundledFixture;
beforeAll(async () => {
  program = await bundleFixture('cli/unruly-program');
});
afterAll(() => program.remove());

/** Starts a command and waits for the word that says it is at work. */
async function atWork(command: string) {
  const started = startProgram(program.file, [command]);
  const says = (word: string) =>
    new Promise<void>((resolve) => {
      started.child.stdout.on('data', (text: string) => {
        if (text.includes(word)) resolve();
      });
    });
  await says('ready');
  return { ...started, says };
}

describe('signals', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s stops a command that listens, which exits %i', async (signal, code) => {
    const { child, finished } = await atWork('obedient');
    child.kill(signal);
    expect(await finished).toMatchObject({ code, stderr: 'error: Cancelled.\n' });
  });

  it('a second SIGINT ends a command that does not listen', async () => {
    const { child, finished, says } = await atWork('stubborn');
    const heard = says('heard');
    child.kill('SIGINT');
    await heard;
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, signal: null });
  });
});

describe('output', () => {
  it('ends quietly when nobody reads any more', async () => {
    const { child, finished } = startProgram(program.file, ['chatter']);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('arrives whole, however much of it there is', async () => {
    const { code, stdout } = await runProgramFile(program.file, ['long']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(5_001);
    expect(stdout.endsWith(`line 4999 ${'x'.repeat(200)}\n`)).toBe(true);
  });
});

describe('bugs', () => {
  it('are called bugs on one line', async () => {
    const { code, stdout, stderr } = await runProgramFile(program.file, ['bug']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'error: This is a bug in ralph 0.0.0-source: nothing is not a function. Run the same command with --log-level debug to see the stack, and report it.\n',
    );
  });

  it('in work that nobody waited for end the program in the same way', async () => {
    const { code, stderr } = await runProgramFile(program.file, ['late']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: This is a bug in ralph .*: too late\. .*\n$/);
  });

  it('show their stack when asked, and are JSON when that is asked', async () => {
    const { stderr } = await runProgramFile(program.file, ['bug', '--log-level', 'debug']);
    expect(stderr).toMatch(/TypeError: nothing is not a function\n +at /);
    const { code, stdout } = await runProgramFile(program.file, ['bug', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'execution_failed' });
  });
});
