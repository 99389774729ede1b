import { addAbortSignal } from 'node:stream';
import { importFormats } from '../../../project/transfer/formats.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { onlyForPeople } from '../../only-for-people.ts';
import { readImportFile } from '../../project/read-import-file.ts';
import { renderImport } from '../../project/render-import.ts';
import { show } from '../../project/tool-answer.ts';
import { withDatabase } from '../../project/with-project.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'All of a file or nothing of it, with every problem at its place. Importing a file again brings its tasks up to date and undoes no work. docs/task-files.md describes the formats.',
  arguments: [{ name: 'file', description: 'The file, or - for standard input', required: true }],
  options: [
    {
      name: 'format',
      value: 'FORMAT',
      choices: importFormats,
      description: 'Instead of what the file looks like',
    },
    {
      name: 'feature',
      value: 'NAME',
      description: 'For tasks whose feature the file does not say',
    },
    {
      name: 'discipline',
      value: 'NAME',
      description: 'For tasks whose discipline it does not say',
    },
    { name: 'create', description: 'Make the features and disciplines that are missing' },
    { name: 'dry-run', description: 'Only say what would happen' },
  ],
  examples: [
    {
      command: 'ralph task import scripts/ralph/prd.json --feature auth --discipline backend',
      does: 'A task for each story.',
    },
    {
      command: 'ralph task import tasks.md --create --dry-run',
      does: 'What a Markdown list would bring, without bringing it.',
    },
    { command: 'ralph task import backup.json', does: 'A whole project, into an empty one.' },
  ],
  async run(invocation) {
    const { importTasks } = await import('../../../project/transfer/import-tasks.ts');
    const file = await readImportFile(textArgument(invocation, 'file'), {
      cwd: invocation.cwd,
      stdin: () => addAbortSignal(invocation.signal, process.stdin),
    });
    const format = await formatOf(invocation, file);
    const dryRun = invocation.options['dry-run'] === true;
    if (!dryRun) onlyForPeople(invocation);
    return withDatabase(invocation, 'ralph task import', async (project) => {
      const report = await importTasks({
        ...project,
        root: invocation.root,
        what: file.what,
        text: file.text,
        format,
        feature: textOption(invocation, 'feature'),
        discipline: textOption(invocation, 'discipline'),
        create: invocation.options.create === true,
        dryRun,
      });
      show(invocation, { format, dry_run: dryRun, ...report }, () => renderImport(report, dryRun));
      return 0;
    });
  },
};

async function formatOf(invocation: Invocation, file: { what: string; text: string }) {
  const given = textOption(invocation, 'format');
  const { detectFormat } = await import('../../../project/transfer/import-tasks.ts');
  return importFormats.find((format) => format === given) ?? detectFormat(file.what, file.text);
}
