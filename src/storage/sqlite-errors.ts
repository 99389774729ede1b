import { errorMessage, UserError } from '../base/errors.ts';

/** SQLite's primary result codes that mean something to Ralph (https://sqlite.org/rescode.html). */
const resultCodes = {
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
} as const;

const uniqueViolations = [1555, 2067, 2579];
const foreignKeyViolation = 787;

function extendedCode(thrown: unknown): number {
  const isCoded = thrown instanceof Error && 'errcode' in thrown;
  return isCoded && typeof thrown.errcode === 'number' ? thrown.errcode : 0;
}

function primaryCode(thrown: unknown): number {
  return extendedCode(thrown) & 0xff;
}

/** Another connection is in the way for the moment. Trying again is safe: the statement did nothing. */
export function isBusy(thrown: unknown): boolean {
  const code = primaryCode(thrown);
  return code === resultCodes.busy || code === resultCodes.protocol;
}

export function isDamaged(thrown: unknown): boolean {
  if (thrown instanceof DatabaseDamagedError) return true;
  const code = primaryCode(thrown);
  return code === resultCodes.corrupt || code === resultCodes.notADatabase;
}

export function isUniqueViolation(thrown: unknown): boolean {
  return uniqueViolations.includes(extendedCode(thrown));
}

export function isForeignKeyViolation(thrown: unknown): boolean {
  return extendedCode(thrown) === foreignKeyViolation;
}

/** The file is not a readable SQLite database. It is left as found. */
export class DatabaseDamagedError extends UserError {
  override readonly name = 'DatabaseDamagedError';
}

/** Turns the failures that a person can mend into UserErrors; every other error stays what it was. */
export function explainSqliteError(
  thrown: unknown,
  about: { readonly file: string; readonly restoreHint: () => string },
): unknown {
  const { file } = about;
  const explain = (message: string, hint: string) =>
    new UserError(message, { hint, cause: thrown });
  if (isDamaged(thrown)) return damaged(file, errorMessage(thrown), about.restoreHint(), thrown);
  switch (primaryCode(thrown)) {
    case resultCodes.busy:
    case resultCodes.protocol:
      return explain(
        `The database ${file} stayed locked by another process.`,
        'Wait until the other ralph process is done, or end it, and try again.',
      );
    case resultCodes.full:
      return explain(
        `There is no room left to write to the database ${file}.`,
        'Free some space on that disk and try again. Nothing was half written.',
      );
    case resultCodes.readOnly:
      return explain(
        `The database ${file} cannot be written.`,
        'Make the file and its folder writable for you, and try again.',
      );
    case resultCodes.cannotOpen:
      return explain(
        `The database ${file} cannot be opened.`,
        'Check that this path is a file, not a folder, and that you may read and write it and its folder.',
      );
    case resultCodes.inputOutput:
      return explain(
        `The disk failed while the database ${file} was used: ${errorMessage(thrown)}.`,
        'Check the disk and its free space, then run `ralph doctor`.',
      );
    default:
      return thrown;
  }
}

export function damaged(
  file: string,
  detail: string,
  restoreHint: string,
  cause?: unknown,
): DatabaseDamagedError {
  if (cause instanceof DatabaseDamagedError) return cause;
  return new DatabaseDamagedError(
    `The database ${file} is damaged (${detail}). It has been left exactly as it is.`,
    { hint: restoreHint, cause },
  );
}
