import { ToolError } from '../../base/errors.ts';

/** Something that keeps a file from being imported, and where in the file it is. */
export interface TransferProblem {
  /** `line 12`, `userStories[3].title`, `--feature`. */
  readonly place: string;
  readonly message: string;
}

/** A file that is wrong throughout is not explained better by a thousand lines. */
const mostShown = 30;

/** Nothing is imported unless all of it can be: every problem is told at once. */
export function refuseProblems(what: string, problems: readonly TransferProblem[]): void {
  if (problems.length === 0) return;
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  const shown = problems.slice(0, mostShown).map(({ place, message }) => `  ${place}: ${message}`);
  const rest = problems.length - shown.length;
  throw new ToolError(
    'invalid_argument',
    [
      `${what} cannot be imported, ${count}:`,
      ...shown,
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ].join('\n'),
    {
      hint: 'Nothing was changed. Correct these and import again.',
      details: problems.map(({ place, message }) => ({ field: place, message })),
    },
  );
}
