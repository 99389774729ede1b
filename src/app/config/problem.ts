import { UserError } from '../../base/errors.ts';
import { redactText } from '../../base/redaction.ts';
import { type ConfigPath, formatPath } from './config-path.ts';
import { type Source, sourceText } from './layer.ts';

/** One thing wrong in the configuration: where it stands, what is wrong with it and what to do. */
export interface ConfigProblem {
  /** `ralph.yaml:7:3`, `environment MAX_ITERATIONS`, `flag --iterations`. */
  readonly where: string;
  /** Path of the setting; empty when the file as a whole is meant. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
  readonly source: Source;
}

export function newProblem(
  source: Source,
  path: ConfigPath,
  message: string,
  hint: string,
): ConfigProblem {
  const where = sourceText(source, { column: true });
  // A secret pasted in the wrong place may stand where a key belongs.
  return { where, path: redactText(formatPath(path)), message, hint, source };
}

/** In the order in which a reader of one file meets them. */
export function inReadingOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return problems.toSorted(
    ({ source: a }, { source: b }) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** A file of something else altogether has a problem on every line. */
const mostShown = 50;

/** All problems of the configuration at once, so that one round of edits can mend them. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const lines = problems.slice(0, mostShown).map(problemText);
    const more = problems.length - lines.length;
    if (more > 0) lines.push(`  … and ${more} more.`);
    super([`The configuration has ${count}:`, ...lines].join('\n'), {
      hint: 'Mend what is named above, then run the same command again.',
    });
    this.problems = problems;
  }
}

export function problemText({ where, path, message, hint }: ConfigProblem): string {
  return `  ${where}${path && ` ${path}`}: ${message}\n    ${hint}`;
}
