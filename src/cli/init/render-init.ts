import type { InitResult } from '../../loop/scaffold/init-project.ts';
import type { ClientChange } from '../../server/clients/change.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from '../terminal/text-width.ts';

/** What init did, for a person: the changes, what needs attention, and what to do next. */
export function renderInit(
  result: InitResult & { readonly installation?: ClientChange },
  { colors, symbols, width }: Style,
  { fit }: { readonly fit: boolean },
): string {
  const changed = result.files.filter(({ action }) => action !== 'kept');
  const kept = result.files.length - changed.length;
  const lines = changed.map(({ path, action, backup }) => {
    const note = backup === undefined ? '' : colors.dim(` (the old one is now ${backup})`);
    return `${colors.green(symbols.ok)} ${action.padEnd(8)} ${path}${note}`;
  });
  if (changed.length === 0) {
    lines.push(`${colors.green(symbols.ok)} Ralph is already set up here; nothing was changed.`);
  } else if (kept > 0) lines.push(colors.dim(`  kept     ${kept} of your files as they are`));
  if (result.installation) {
    const { title, action, file, notes, warnings } = result.installation;
    lines.push(`${colors.green(symbols.ok)} ${action.padEnd(8)} in ${title}: ${file}`);
    lines.push(...notes.map((note) => `  ${note}`));
    lines.push(...warnings.map((warning) => `${colors.yellow(symbols.warn)} ${warning}`));
  }
  lines.push(...result.warnings.map((warning) => `${colors.yellow(symbols.warn)} ${warning}`));
  const steps = result.next_steps.flatMap((step, index) => {
    const [first = '', ...more] = wrapText(step, fit ? width - 5 : Number.POSITIVE_INFINITY);
    return [`  ${index + 1}. ${first}`, ...more.map((line) => `     ${line}`)];
  });
  return [...lines, '', colors.bold('Next:'), ...steps].join('\n');
}
