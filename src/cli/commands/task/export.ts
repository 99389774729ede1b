import path from 'node:path';
import { UserError } from '../../../base/errors.ts';
import { readTextIfExists, writeFileAtomic } from '../../../base/files.ts';
import { exportFormats } from '../../../project/transfer/formats.ts';
import type { CommandSpec } from '../../command.ts';
import { withDatabase } from '../../project/with-project.ts';
import { textOption } from '../../read-values.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'json is the whole project, md every task for people to read and edit, prd the stories of an imported PRD with what has happened since. "ralph task import" reads each of them back.',
  options: [
    {
      name: 'format',
      value: 'FORMAT',
      choices: exportFormats,
      description: 'What to write',
      default: 'json',
    },
    { name: 'feature', value: 'NAME', description: 'Only this feature (md and prd)' },
    { name: 'out', value: 'FILE', description: 'Write to this file instead of standard output' },
    { name: 'force', description: 'Replace a file that says something else' },
  ],
  examples: [
    { command: 'ralph task export --out backup.json', does: 'The whole project.' },
    { command: 'ralph task export --format md', does: 'A task list to read.' },
    {
      command: 'ralph task export --format prd --feature auth --out scripts/ralph/prd.json --force',
      does: 'Brings a PRD up to date.',
    },
  ],
  run: (invocation) =>
    withDatabase(invocation, 'ralph task export', async (project) => {
      const { exportTasks } = await import('../../../project/transfer/export-tasks.ts');
      const wanted = textOption(invocation, 'format');
      const format = exportFormats.find((each) => each === wanted) ?? 'json';
      const feature = textOption(invocation, 'feature');
      if (format === 'json' && feature !== undefined) {
        throw new UsageError('--feature goes with --format md or prd: json is the whole project.', {
          hint: 'Leave --feature out, or choose another format.',
        });
      }
      const text = await exportTasks({ ...project, format, feature });
      const { output, json, options, cwd } = invocation;
      const out = textOption(invocation, 'out');
      if (out === undefined) {
        if (json && format === 'md') output.json({ format, text });
        else output.line(text.replace(/\n$/, ''));
        return 0;
      }
      const file = path.resolve(cwd, out);
      await writeExport(file, text, options.force === true);
      if (json) output.json({ format, file, bytes: Buffer.byteLength(text) });
      else output.line(`Wrote ${file}.`);
      return 0;
    }),
};

async function writeExport(file: string, text: string, force: boolean): Promise<void> {
  const before = await readTextIfExists(file);
  if (before === text) return;
  if (before !== undefined && !force) {
    throw new UserError(`${file} exists and says something else.`, {
      hint: 'Add --force to replace it, or name another file.',
    });
  }
  await writeFileAtomic(file, text);
}
