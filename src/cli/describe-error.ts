import { errorMessage, ToolError, type ToolErrorCode, UserError } from '../base/errors.ts';
import { redactText } from '../base/redaction.ts';
import { version } from '../base/version.ts';
import { type ErrorPayload, errorPayload } from '../tool/invoke-tool.ts';
import { UsageError } from './usage-error.ts';

export interface ErrorReport {
  readonly payload: ErrorPayload;
  /** What a person reads, without the leading `error:`. */
  readonly text: string;
  readonly exitCode: number;
}

/** Everything that can be thrown, as one report: a mistake, a refusal, or a bug. */
export function describeError(thrown: unknown, options: { readonly stack: boolean }): ErrorReport {
  if (thrown instanceof ToolError) {
    return {
      payload: errorPayload(thrown),
      text: lines(thrown.message, thrown.hint, thrown.logPath && `Log: ${thrown.logPath}`),
      exitCode: exitCodeFor(thrown.code),
    };
  }
  if (thrown instanceof UserError) {
    const advice = thrown instanceof UsageError ? thrown.advice : undefined;
    return {
      payload: {
        code: thrown.exitCode === 2 ? 'invalid_argument' : 'execution_failed',
        message: thrown.message,
        details: problemDetails(thrown),
        hint: thrown.hint,
      },
      text: lines(
        thrown.message,
        advice && `Usage: ${advice.usage.replaceAll('\n', '\n       ')}`,
        advice?.example && `Example: ${advice.example}`,
        thrown.hint,
      ),
      exitCode: thrown.exitCode,
    };
  }
  return describeBug(thrown, options);
}

/** A refusal by a tool ends the program as a wrong command line does when its input was at fault. */
export function exitCodeFor(code: ToolErrorCode): number {
  return code === 'invalid_argument' ? 2 : 1;
}

function describeBug(thrown: unknown, options: { readonly stack: boolean }): ErrorReport {
  const message = `This is a bug in ralph ${version}: ${redactText(errorMessage(thrown))}`;
  const stack = thrown instanceof Error && thrown.stack ? redactText(thrown.stack) : undefined;
  const hint = options.stack
    ? 'Please report it with the stack above.'
    : 'Run the same command with --log-level debug to see the stack, and report it.';
  return {
    payload: {
      code: 'execution_failed',
      message,
      details: options.stack && stack !== undefined ? [{ field: 'stack', message: stack }] : [],
      hint,
    },
    text:
      options.stack && stack !== undefined ? lines(message, stack, hint) : `${message}. ${hint}`,
    exitCode: 1,
  };
}

/** Errors that collect several problems (the configuration's) carry them as `problems`. */
function problemDetails(error: UserError): ErrorPayload['details'] {
  if (!('problems' in error) || !Array.isArray(error.problems)) return [];
  return error.problems.flatMap((problem: unknown) =>
    typeof problem === 'object' &&
    problem !== null &&
    'path' in problem &&
    'message' in problem &&
    typeof problem.message === 'string'
      ? [{ field: String(problem.path), message: problem.message }]
      : [],
  );
}

function lines(first: string, ...rest: readonly (string | undefined | false)[]): string {
  return [first, ...rest.filter((line) => typeof line === 'string' && line !== '')].join('\n');
}
