import type { Style } from '../terminal/style.ts';
import { padEnd, textWidth, wrapText } from '../terminal/text-width.ts';
import type { CheckResult, CheckStatus } from './check.ts';
import type { Diagnosis } from './run-checks.ts';

export function renderDiagnosis({ checks, ok }: Diagnosis, style: Style): string {
  const nameWidth = Math.max(0, ...checks.map(({ name }) => textWidth(name)));
  return [
    ...checks.flatMap((check) => checkLines(check, nameWidth, style)),
    '',
    verdict(checks, ok),
  ].join('\n');
}

function checkLines({ name, status, message, fix }: CheckResult, nameWidth: number, style: Style) {
  const mark = paint(status, style)(padEnd(style.symbols[status], 2));
  const indent = ' '.repeat(3 + nameWidth + 2);
  const room = Math.max(30, style.width - indent.length);
  const [first = '', ...more] = wrapText(message, room);
  const fixLines = fix === null ? [] : wrapText(`Fix: ${fix}`, room);
  return [
    `${mark} ${padEnd(name, nameWidth)}  ${first}`,
    ...more.map((line) => indent + line),
    ...fixLines.map((line) => indent + style.colors.dim(line)),
  ];
}

function paint(status: CheckStatus, { colors }: Style) {
  return { ok: colors.green, warn: colors.yellow, fail: colors.red }[status];
}

function verdict(checks: readonly CheckResult[], ok: boolean): string {
  const count = (wanted: CheckStatus) => checks.filter(({ status }) => status === wanted).length;
  const warnings = count('warn');
  const also = warnings > 0 ? `, ${warnings} warning${warnings === 1 ? '' : 's'}` : '';
  return ok
    ? `No check failed${also}.`
    : `${count('fail')} of ${checks.length} checks failed${also}.`;
}
