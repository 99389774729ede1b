import type { Problem } from '../../loop/validate/problem.ts';
import { problemPlace } from '../../loop/validate/problem-text.ts';
import type { Validation } from '../../loop/validate/validation.ts';
import type { Style } from '../terminal/style.ts';

/** Problems for a person, errors first, each with its fix. */
export function renderValidation({ ok, problems, checked }: Validation, style: Style): string {
  const { colors, symbols } = style;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const summary = ok
    ? `${colors.green(symbols.ok)} ${warnings.length === 0 ? 'Everything is in place' : 'Ready, with warnings'}`
    : `${colors.red(symbols.fail)} Not ready`;
  return [
    ...group('Errors', errors, colors.red(symbols.fail), style),
    ...group('Warnings', warnings, colors.yellow(symbols.warn), style),
    `${summary} (checked: ${checked.join(', ')}).`,
  ].join('\n');
}

function group(
  title: string,
  problems: readonly Problem[],
  symbol: string,
  { colors }: Style,
): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.flatMap((problem) => [
    `${symbol} ${problemPlace(problem)}${problem.message}`,
    colors.dim(`  ${problem.fix}`),
  ]);
  return [colors.bold(`${title} (${problems.length})`), ...lines, ''];
}
