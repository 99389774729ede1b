import { countText } from '../../../loop/runs/report/amounts.ts';
import type { CommandSpec } from '../../command.ts';
import { idsArgument } from '../../context/options.ts';
import { withContext } from '../../context/with-context.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  description: 'Also items that have been pruned since, as long as their archive is there.',
  arguments: [idsArgument],
  options: [{ name: 'date', value: 'YYYY-MM-DD', description: 'Only the archive of this day' }],
  examples: [
    { command: 'ralph context restore', does: 'Everything in the archives.' },
    { command: 'ralph context restore --date 2026-01-31', does: 'What was archived on one day.' },
    { command: 'ralph context restore ctx_01abc', does: 'One item.' },
  ],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { restoreItems } = await import('../../../context/lifecycle/restore.ts');
      const date = textOption(invocation, 'date');
      if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
        throw new UsageError(`--date: "${date}" is not a day.`, {
          hint: 'Write it as 2026-01-31; "ralph context stats" lists the archives.',
        });
      }
      const ids = wordsArgument(invocation, 'ids');
      const report = await restoreItems(context, { date, ids: ids.length > 0 ? ids : undefined });
      show(invocation, report, () => `Restored ${countText(report.restored.length, 'item')}.`);
      return 0;
    }),
};
