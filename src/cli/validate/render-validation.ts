import type { Problem } from '../../loop/validate/problem.ts';
import { problemPlace } from '../../loop/validate/problem-text.ts';
import type { Validation } from '../../loop/validate/validation.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from '../terminal/text-width.ts';

/** Problems for a person, errors first, each with its fix. */
export function renderValidation(
  { ok, problems, checked }: Validation,
  style: Style,
  { fit }: { readonly fit: boolean },
): string {
  const { colors, symbols } = style;
  const wrapped = (text: string, indent: string) =>
    wrapText(text, fit ? style.width - indent.length : Number.POSITIVE_INFINITY).join(
      `\n${indent}`,
    );
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const summary = ok
    ? `${colors.green(symbols.ok)} ${warnings.length === 0 ? 'Everything is in place' : 'Ready, with warnings'}`
    : `${colors.red(symbols.fail)} Not ready`;
  const group = (title: string, listed: readonly Problem[], symbol: string) =>
    listed.length === 0
      ? []
      : [
          colors.bold(`${title} (${listed.length})`),
          ...listed.flatMap((problem) => [
            `${symbol} ${wrapped(`${problemPlace(problem)}${problem.message}`, '  ')}`,
            colors.dim(`  ${wrapped(problem.fix, '  ')}`),
          ]),
          '',
        ];
  return [
    ...group('Errors', errors, colors.red(symbols.fail)),
    ...group('Warnings', warnings, colors.yellow(symbols.warn)),
    wrapped(`${summary} (checked: ${checked.join(', ')}).`, '  '),
  ].join('\n');
}
