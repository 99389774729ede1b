import path from 'node:path';
import { UserError } from '../../../base/errors.ts';
import { readTextIfExists, writeFileAtomic } from '../../../base/files.ts';
import type { CommandSpec } from '../../command.ts';
import { withContext } from '../../context/with-context.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Items with their text, feedback and history. The same memory is always the same bytes; "context import" reads it back.',
  options: [
    { name: 'out', value: 'FILE', description: 'Write to this file instead of standard output' },
    { name: 'force', description: 'Replace a file that says something else' },
  ],
  examples: [
    { command: 'ralph context export --out memory.jsonl', does: 'A copy to keep or to share.' },
  ],
  run: (invocation) =>
    withContext(invocation, async (context) => {
      const { exportLines } = await import('../../../context/transfer/export-items.ts');
      const { output, json, options, cwd } = invocation;
      const lines: string[] = [];
      for await (const line of exportLines(context)) lines.push(line);
      const text = lines.join('');
      const out = textOption(invocation, 'out');
      if (out === undefined) {
        output.line(text.replace(/\n$/, ''));
        return 0;
      }
      const file = path.resolve(cwd, out);
      const before = await readTextIfExists(file);
      if (before !== undefined && before !== text && options.force !== true) {
        throw new UserError(`${file} exists and says something else.`, {
          hint: 'Add --force to replace it, or name another file.',
        });
      }
      await writeFileAtomic(file, text);
      if (json) output.json({ file, lines: lines.length, bytes: Buffer.byteLength(text) });
      else output.line(`Wrote ${file}.`);
      return 0;
    }),
};
