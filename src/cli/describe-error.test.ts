import { describe, expect, it } from 'vitest';
import { loadConfig } from '../app/config/load-config.ts';
import { ToolError, UserError } from '../base/errors.ts';
import { describeError } from './describe-error.ts';
import { Interruption, outputClosed } from './interruption.ts';
import { reportFailure } from './report-failure.ts';
import { capturedOutput } from './testing/captured-output.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;

describe('what a person and a program are told', () => {
  it('a refusal by a tool keeps its code, details and log', () => {
    const error = new ToolError('conflict', 'Taken.', {
      hint: 'Pick another.',
      details: [{ field: 'name', message: 'is taken' }],
      logPath: '.ralph/logs/x.log',
    });
    expect(describeError(error, { stack: false })).toEqual({
      text: 'Taken.\nPick another.\nLog: .ralph/logs/x.log',
      exitCode: 1,
      payload: {
        code: 'conflict',
        message: 'Taken.',
        details: [{ field: 'name', message: 'is taken' }],
        hint: 'Pick another.',
        log_path: '.ralph/logs/x.log',
      },
    });
    const wrongInput = new ToolError('invalid_argument', 'No.', { hint: 'Yes.' });
    expect(describeError(wrongInput, { stack: false }).exitCode).toBe(2);
  });

  it('every problem of the configuration is a detail', async () => {
    const env = { MAX_ITERATIONS: 'many', RALPH_CONFIG_HOME: import.meta.dirname };
    const error = await loadConfig({ root: import.meta.dirname, env }).catch((e: unknown) => e);
    const { payload, exitCode } = describeError(error, { stack: false });
    expect(exitCode).toBe(1);
    expect(payload.details).toEqual([
      { field: 'budgets.iterations', message: expect.stringContaining('many') },
    ]);
  });

  it('a bug is called one, on one line and without secrets', () => {
    const { text, exitCode, payload } = describeError(new TypeError(`x ${secret} y`), {
      stack: false,
    });
    expect(text).toMatchInlineSnapshot(
      `"This is a bug in ralph 0.0.0-source: x [redacted:github_token] y. Run the same command with --log-level debug to see the stack, and report it."`,
    );
    expect(exitCode).toBe(1);
    expect(JSON.stringify(payload)).not.toContain(secret);
  });

  it('the stack of a bug is shown when asked for', () => {
    const { text, payload } = describeError(new TypeError(`x ${secret}`), { stack: true });
    expect(text).toContain('describe-error.test.ts');
    expect(payload.details[0]?.message).toContain('describe-error.test.ts');
    expect(text + JSON.stringify(payload)).not.toContain(secret);
    expect(describeError('thrown text', { stack: true }).text).toContain('thrown text');
  });
});

describe('what is reported', () => {
  function report(thrown: unknown, argv: readonly string[], reason?: unknown, env = {}) {
    const captured = capturedOutput();
    const stop = new AbortController();
    if (reason !== undefined) stop.abort(reason);
    const exitCode = reportFailure(
      thrown,
      { tree: {}, argv, env, cwd: '/', output: captured.output, signal: stop.signal },
      { colorStderr: true },
    );
    return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() };
  }
  const error = new UserError('Wrong.', { hint: 'Mend it.' });
  const cancelled = new Interruption('Cancelled.', { exitCode: 130, silent: false });

  it('colours the label on a terminal only if colour is wanted', () => {
    expect(report(error, []).stderr).toBe('\u001b[31merror:\u001b[39m Wrong.\nMend it.');
    expect(report(error, ['--no-color']).stderr).toBe('error: Wrong.\nMend it.');
    expect(report(error, [], undefined, { NO_COLOR: '' }).stderr).toBe('error: Wrong.\nMend it.');
  });

  it('a cancelled command exits 130, whatever its work threw', () => {
    expect(report(new Error('aborted'), ['--no-color'], cancelled)).toEqual({
      exitCode: 130,
      stdout: '',
      stderr: 'error: Cancelled.',
    });
    expect(report(error, ['--no-color'], cancelled)).toMatchObject({
      exitCode: 130,
      stderr: 'error: Wrong.\nMend it.',
    });
  });

  it('nobody is told when nobody reads', () => {
    expect(report(new Error('x'), [], outputClosed())).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.each([
    [['--log-level', 'debug'], {}, true],
    [['--log-level=debug'], {}, true],
    [[], { RALPH_LOG_LEVEL: 'debug' }, true],
    [['--log-level', 'info'], { RALPH_LOG_LEVEL: 'debug' }, false],
    [[], {}, false],
  ])('%o with %o shows the stack: %s', (argv, env, shown) => {
    const { stderr } = report(new TypeError('odd'), argv, undefined, env);
    expect(stderr.includes('describe-error.test.ts')).toBe(shown);
  });

  it('what follows -- is not an option', () => {
    expect(report(error, ['--', '--json']).stdout).toBe('');
    expect(JSON.parse(report(error, ['--json', '--']).stdout).error.message).toBe('Wrong.');
  });
});
