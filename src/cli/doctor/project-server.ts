import { generatedFileStates, serverFileName } from '../../session/server-file.ts';
import { type CheckGroup, type CheckResult, ok, warn } from './check.ts';

export const projectServer: CheckGroup = {
  name: 'project server',
  async run({ root, projectServer: wanted }): Promise<readonly CheckResult[]> {
    const states = await generatedFileStates(root, await wanted());
    const stale = states.filter(({ state }) => state === 'stale').map(({ path }) => path);
    if (stale.length > 0) {
      return [
        warn(
          'project server',
          `Not made by this Ralph for this folder: ${stale.join(', ')}`,
          'Run "ralph mcp build".',
        ),
      ];
    }
    const missing = states.some(({ state }) => state === 'missing');
    return [
      ok(
        'project server',
        missing
          ? 'None yet: it is made when a session is planned'
          : `${serverFileName} is up to date`,
      ),
    ];
  },
};
