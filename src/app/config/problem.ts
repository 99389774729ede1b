import { UserError } from '../../base/errors.ts';

/** One thing wrong in the configuration: where it stands, what is wrong with it and what to do. */
export interface ConfigProblem {
  /** `ralph.yaml:7:3`, `environment MAX_ITERATIONS`, `flag --iterations`. */
  readonly where: string;
  /** Path of the setting; empty when the file as a whole is meant. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

/** All problems of the configuration at once, so that one round of edits can mend them. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super([`The configuration has ${count}:`, ...problems.map(problemText)].join('\n'), {
      hint: 'Mend what is named above, then run the same command again.',
    });
    this.problems = problems;
  }
}

export function problemText({ where, path, message, hint }: ConfigProblem): string {
  return `  ${where}${path && ` ${path}`}: ${message}\n    ${hint}`;
}
