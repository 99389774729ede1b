import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';

export const command: CommandSpec = {
  description:
    'Writes .ralph/mcp/server.ts and package.json: a small file, always the same for the same project and installation, that starts the installed Ralph as the server of this project. ralph init and every planned session keep it up to date.',
  options: [
    { name: 'check', description: 'Write nothing; exit 1 when it is missing or out of date' },
  ],
  examples: [
    { command: 'ralph mcp build', does: 'Writes it where it is missing or out of date.' },
    { command: 'ralph mcp build --check', does: 'Only says whether it is up to date.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { output, json, options } = invocation;
      const [root] = app.roots;
      const { generatedFileStates, writeGeneratedFiles } = await import(
        '../../../session/server-file.ts'
      );
      const wanted = await app.projectServer.files(root);
      const checks = options.check === true;
      const states = await (checks ? generatedFileStates : writeGeneratedFiles)(root, wanted);
      const isCurrent = states.every(({ state }) => state === 'current');
      const files = states.map(({ path, state }) => ({ path, was: state }));
      const built_for = await app.projectServer.builtFor();
      if (json) output.json({ root, built_for, up_to_date: isCurrent || !checks, files });
      else {
        for (const { path, was } of files) output.line(`${checks ? was : done[was]} ${path}`);
        if (checks && !isCurrent) output.error('Run "ralph mcp build" to write it.');
      }
      return checks && !isCurrent ? 1 : 0;
    }),
};

const done = { current: 'unchanged', stale: 'updated', missing: 'created' } as const;
