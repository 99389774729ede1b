import { generatedFileStates } from '../../../session/server-file.ts';
import type { Check } from '../check.ts';

/** A missing one is no problem: it is made when a session is planned. */
export const projectServerCheck: Check = {
  name: 'project_server',
  async run({ root, services }) {
    const states = await generatedFileStates(root, await services.projectServer(root));
    return states
      .filter(({ state }) => state === 'stale')
      .map(({ path }) => ({
        severity: 'warning' as const,
        code: 'stale_server',
        file: path,
        message: `${path} was not made by this Ralph for this folder.`,
        fix: 'Run ralph mcp build.',
      }));
  },
};
