import type { CommandSpec } from '../../command.ts';
import { idsArgument } from '../../context/options.ts';
import { withContext } from '../../context/with-context.ts';
import { numberOption, wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description:
    'Their text goes into a file under archives/; they are still found, and shown by their summary. "context restore" brings them back as they were. Skills and errors without a fix stay.',
  arguments: [idsArgument],
  options: [
    {
      name: 'older-than',
      value: 'N',
      description: 'Every item of this age in iterations',
      default: '50',
    },
    { name: 'all', description: 'Every item, whatever its age' },
  ],
  examples: [
    {
      command: 'ralph context archive --older-than 10',
      does: 'All but the latest ten iterations.',
    },
    { command: 'ralph context archive ctx_01abc', does: 'One item, whatever its age.' },
  ],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { archiveIds, archiveOlderThan } = await import(
        '../../../context/lifecycle/archive.ts'
      );
      const ids = wordsArgument(invocation, 'ids');
      const older = numberOption(invocation, 'older-than', { min: 0, max: 1_000_000 }) ?? 50;
      const age = invocation.options.all === true ? -1 : older;
      const report = await (ids.length > 0
        ? archiveIds(context, ids)
        : archiveOlderThan(context, age));
      show(invocation, report, () =>
        report.file === null
          ? 'Nothing to archive.'
          : `Archived ${report.archived} items in ${report.file}.`,
      );
      return 0;
    }),
};
