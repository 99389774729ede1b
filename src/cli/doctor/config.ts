import { ConfigError } from '../../app/config/problem.ts';
import { type CheckGroup, fail, ok } from './check.ts';

export const config: CheckGroup = {
  name: 'config',
  async run({ loadConfig }) {
    try {
      const found = (await loadConfig()).files.filter((file) => file.found);
      const names = found.map((file) => file.shown).join(', ');
      return [ok('config', found.length > 0 ? `${names} can be used` : 'No ralph.yaml: defaults')];
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) throw thrown;
      return thrown.problems.map(({ where, path, message, hint }) =>
        fail('config', [where, path].filter(Boolean).join(' ').concat(`: ${message}`), hint),
      );
    }
  },
};
