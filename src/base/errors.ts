/** The stable codes a tool may answer with. Clients script against them: add, never rename. */
export type ToolErrorCode =
  | 'invalid_argument'
  | 'not_found'
  | 'conflict'
  | 'similar_exists'
  | 'cycle'
  | 'not_allowed'
  | 'budget_exceeded'
  | 'unavailable'
  | 'execution_failed';

export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** A mistake a person can mend: `message` says what is wrong, `hint` what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly hint: string;
  readonly exitCode: number;

  constructor(
    message: string,
    options: { readonly hint: string; readonly exitCode?: number; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 1;
  }
}

/** A refusal with a stable code, safe to show to a model or a client. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  readonly hint: string;
  readonly details: readonly ErrorDetail[];
  readonly logPath: string | undefined;

  constructor(
    code: ToolErrorCode,
    message: string,
    options: {
      readonly hint: string;
      readonly details?: readonly ErrorDetail[];
      readonly logPath?: string;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? [];
    this.logPath = options.logPath;
  }
}

/** The text of anything thrown, for logs and for messages that name a cause. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
