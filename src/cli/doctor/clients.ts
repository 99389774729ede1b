import { listInstallations } from '../../server/clients/list-installations.ts';
import { type CheckGroup, ok, warn } from './check.ts';

export const clients: CheckGroup = {
  name: 'clients',
  async run({ platform, env, home, root }) {
    const installations = await listInstallations({ platform, env, home, root });
    if (installations.length === 0) {
      return [ok('clients', 'No MCP client has Ralph yet; "ralph mcp install CLIENT" adds it')];
    }
    return installations.map(({ client, title, scope, file, problem }) =>
      problem
        ? warn(`${client} (${scope})`, `${title}, ${file}: ${problem.message}`, problem.fix)
        : ok(`${client} (${scope})`, `${title}, ${file}`),
    );
  },
};
