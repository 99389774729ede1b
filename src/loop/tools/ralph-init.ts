import { z } from 'zod';
import { defineLoopTool, rootInput } from './define-loop-tool.ts';

export const ralphInit = defineLoopTool({
  name: 'ralph_init',
  title: 'Initialise Ralph',
  description:
    'Writes the files that Ralph needs into a repository: ralph.yaml, scripts/ralph/ (prompt, PRD, progress log, codebase map) and lines in .gitignore. Keeps every file that exists; running it again changes nothing. With force, scaffold files that differ are replaced after a backup.',
  category: 'setup',
  effect: 'update',
  aliases: ['ralph.init'],
  input: z.strictObject({
    root: rootInput,
    force: z
      .boolean()
      .optional()
      .describe('Replace scaffold files that were changed; each is backed up first.'),
  }),
  output: z.strictObject({
    root: z.string(),
    files: z.array(
      z.strictObject({
        path: z.string().describe('Relative to the root.'),
        action: z.enum(['created', 'kept', 'replaced', 'updated']),
        backup: z.string().optional().describe('Copy of what was replaced.'),
      }),
    ),
    warnings: z.array(z.string()),
    next_steps: z.array(z.string()),
  }),
  async handler({ root, force }, { services, progress }) {
    const { initProject } = await import('../scaffold/init-project.ts');
    const result = await initProject({
      root: await services.roots.resolve(root),
      force: force ?? false,
      env: services.env,
      configSchema: await services.configSchema(),
      projectServer: services.projectServer,
      onFile: ({ path, action }, done, total) =>
        progress?.({ progress: done, total, message: `${action} ${path}` }),
    });
    return {
      ...result,
      files: [...result.files],
      warnings: [...result.warnings],
      next_steps: [...result.next_steps],
    };
  },
  render({ root, files, warnings, next_steps }) {
    const changed = files.filter((file) => file.action !== 'kept');
    const kept = files.length - changed.length;
    return [
      changed.length === 0
        ? `Ralph is already set up in ${root}; nothing was changed.`
        : `Ralph is set up in ${root}.`,
      ...changed.map(
        ({ path, action, backup }) => `${action} ${path}${backup ? ` (backup: ${backup})` : ''}`,
      ),
      ...(changed.length > 0 && kept > 0 ? [`kept ${kept} files that were there`] : []),
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...next_steps.map((step, index) => `Next ${index + 1}: ${step}`),
    ].join('\n');
  },
});
