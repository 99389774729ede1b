import { statSync } from 'node:fs';
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

/** The packaged library leaves out the code when a statement that returns rows fails; SQLite's texts are fixed. */
const codesByText: readonly (readonly [RegExp, number])[] = [
  [/^database (table )?is locked/, resultCodes.busy],
  [/^attempt to write a readonly database/, resultCodes.readOnly],
  [/^disk I\/O error/, resultCodes.inputOutput],
  [/^database disk image is malformed/, resultCodes.corrupt],
  [/^database or disk is full/, resultCodes.full],
  [/^unable to open database file/, resultCodes.cannotOpen],
  [/^locking protocol/, resultCodes.protocol],
  [/^file is not a database/, resultCodes.notADatabase],
  [/^UNIQUE constraint failed/, 2067],
  [/^FOREIGN KEY constraint failed/, foreignKeyViolation],
];

function extendedCode(thrown: unknown): number {
  if (!(thrown instanceof Error)) return 0;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') return thrown.errcode;
  if (!('code' in thrown) || thrown.code !== 'ERR_SQLITE_ERROR') return 0;
  return codesByText.find(([text]) => text.test(thrown.message))?.[1] ?? 0;
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

/** SQLite reads a page that was cut off as if it ended in zeros, so that Ralph has to notice. */
export function incompletePage(): Error {
  return Object.assign(new Error('its last page is incomplete'), { errcode: resultCodes.corrupt });
}

/** Opening a pipe waits for its other end, so SQLite must not even try. */
export function notAFile(): Error {
  return Object.assign(new Error('it is a device, pipe or socket'), {
    errcode: resultCodes.cannotOpen,
  });
}

const fileSystemRefusals = ['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'EEXIST'];

function isRefusedByFileSystem(thrown: unknown): boolean {
  const isCoded = thrown instanceof Error && 'code' in thrown;
  return isCoded && fileSystemRefusals.includes(String(thrown.code));
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
  switch (isRefusedByFileSystem(thrown) ? resultCodes.cannotOpen : primaryCode(thrown)) {
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
      if (isFolder(file)) {
        return explain(`${file} is a folder, where a database should be.`, about.restoreHint());
      }
      return explain(
        `The database ${file} cannot be opened.`,
        'Check that this path is a file in a folder, and that you may read and write both.',
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

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
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
