import { errorMessage } from '../../../base/errors.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Puts together, the strongest last: defaults, preset, your own ralph.yaml, the ralph.yaml of the project, environment variables. Secrets are hidden; references to them are shown as they are written.',
  arguments: [
    { name: 'path', description: 'Only this setting or section, for example budgets.iterations' },
  ],
  options: [
    { name: 'sources', description: 'Say for each value which file and line, or what, set it' },
  ],
  examples: [
    { command: 'ralph config show', does: 'The whole configuration, as a ralph.yaml.' },
    { command: 'ralph config show budgets --sources', does: 'The budgets and who set each.' },
    { command: 'ralph config show --json', does: 'The same for a program, under "config".' },
  ],
  run: showConfig,
};

async function showConfig(invocation: Invocation): Promise<number> {
  const { root, env, args, options, output, json } = invocation;
  const { loadConfig } = await import('../../../app/config/load-config.ts');
  const { selectConfig } = await import('../../../app/config/select-config.ts');
  const loaded = await loadConfig({ root, env, launchesNothing: true });
  // What would keep a run from starting is told, and is no reason to show nothing.
  await loadConfig({ root, env }).catch((thrown: unknown) => {
    if (!json) output.error(`Note: ${errorMessage(thrown)}`);
  });
  const { value, settings } = selectConfig(loaded, typeof args.path === 'string' ? args.path : '');

  if (json) {
    const sources = Object.fromEntries(settings.map(({ path, source }) => [path, source]));
    output.json({ config: value, ...(options.sources && { sources }) });
  } else if (options.sources) {
    const rows = settings.map(({ path, sourceText, value }) => [
      path,
      sourceText,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const heading = ['SETTING', 'SOURCE', 'VALUE'];
    output.line(renderTable(heading, rows, styleFor(invocation), { fit: output.isTerminal }));
  } else {
    const { stringify } = await import('yaml');
    output.line(stringify(value, { lineWidth: 0 }).trimEnd());
  }
  return 0;
}
