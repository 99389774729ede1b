import { UserError } from '../base/errors.ts';

/** What the command line should have looked like. */
export interface UsageAdvice {
  readonly usage: string;
  readonly example?: string;
}

/** The command line itself is wrong: exit code 2, and the report shows how to write it. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
  readonly advice: UsageAdvice | undefined;

  constructor(message: string, options: { readonly hint: string; readonly advice?: UsageAdvice }) {
    super(message, { hint: options.hint, exitCode: 2 });
    this.advice = options.advice;
  }
}
