import type { CommandSpec } from '../../command.ts';
import { readExport } from '../../context/read-export.ts';
import { withContext } from '../../context/with-context.ts';
import { show } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description: 'All of it or nothing. Items that are here already stay as they are.',
  arguments: [{ name: 'file', description: 'The file, or - for standard input', required: true }],
  examples: [
    { command: 'ralph context import memory.jsonl', does: 'What another project learnt.' },
  ],
  async run(invocation) {
    const text = await readExport(textArgument(invocation, 'file'), invocation);
    return withContext(invocation, async (context) => {
      const { importLines } = await import('../../../context/transfer/import-items.ts');
      const report = await importLines(context, text);
      show(
        invocation,
        report,
        () => `Imported ${report.imported} items; ${report.skipped} were here already.`,
      );
      return 0;
    });
  },
};
