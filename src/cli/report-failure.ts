import { ToolError, UserError } from '../base/errors.ts';
import { describeError, type ErrorReport } from './describe-error.ts';
import { Interruption } from './interruption.ts';
import type { Program } from './run-program.ts';
import { styleFor } from './terminal/style.ts';

/** Tells a person, or with `--json` a program, what went wrong. Answers the exit code. */
export function reportFailure(
  thrown: unknown,
  program: Program,
  options: { readonly colorStderr: boolean },
): number {
  const { argv, env, output, signal } = program;
  const interruption = signal.reason instanceof Interruption ? signal.reason : undefined;
  if (interruption?.silent) return interruption.exitCode;

  const report = interruption
    ? describeInterruption(thrown, interruption)
    : describeError(thrown, { stack: wantsStack(argv, env) });
  if (given(argv, 'json')) {
    output.json({ error: report.payload });
    return report.exitCode;
  }
  const { colors } = styleFor({
    output: { ...output, isTerminal: options.colorStderr },
    env: given(argv, 'no-color') ? { ...env, NO_COLOR: '1' } : env,
  });
  output.error(`${colors.red('error:')} ${report.text}`);
  return report.exitCode;
}

/** A command that was stopped may still have something to say; anything else it threw is the stop itself. */
function describeInterruption(thrown: unknown, interruption: Interruption): ErrorReport {
  const message =
    thrown instanceof UserError || thrown instanceof ToolError
      ? thrown
      : new UserError(interruption.message, { hint: '' });
  return { ...describeError(message, { stack: false }), exitCode: interruption.exitCode };
}

/** Looked up in the words themselves, because the failure may be that they could not be parsed. */
function given(argv: readonly string[], option: string): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some(
    (word) => word === `--${option}` || word.startsWith(`--${option}=`),
  );
}

function wantsStack(argv: readonly string[], env: Program['env']): boolean {
  const at = argv.indexOf('--log-level');
  const level = at < 0 ? undefined : argv[at + 1];
  return argv.includes('--log-level=debug') || (level ?? env.RALPH_LOG_LEVEL) === 'debug';
}
