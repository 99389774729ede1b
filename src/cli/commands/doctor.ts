import { loadConfig } from '../../app/config/load-config.ts';
import { createApp } from '../../app/create-app.ts';
import {
  databaseFile,
  openProjectDatabase,
  projectMigrations,
  type RalphTables,
} from '../../app/database.ts';
import { UserError } from '../../base/errors.ts';
import { homeFolder } from '../../base/home-folder.ts';
import { listServers } from '../../catalog/index/list-servers.ts';
import { inspectContext } from '../../context/inspect-context.ts';
import { inspectModel } from '../../embedding/local/inspect-model.ts';
import { serverStatuses } from '../../loop/runs/store/server-statuses.ts';
import { inspectDatabase } from '../../storage/inspect-database.ts';
import type { Database } from '../../storage/open-database.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { checkGroups } from '../doctor/check-groups.ts';
import { renderDiagnosis } from '../doctor/render-diagnosis.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { styleFor } from '../terminal/style.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Checks this machine, the installation, the agents, the project, its database and memory, gates, downstream servers and clients, and says how to mend what it finds. It changes nothing and starts no agent and no server. Exits 1 when a check fails; warnings do not count.',
  examples: [
    { command: 'ralph doctor', does: 'Every check, for a person.' },
    {
      command: 'ralph doctor --json',
      does: 'The same as {checks: [{name, status, message, fix}], ok}.',
    },
  ],
  async run(invocation) {
    const { env, root, output, logger } = invocation;
    const settings = () =>
      loadConfig({ root, env, launchesNothing: true }).then(
        ({ config }) => config,
        () => undefined,
      );
    const diagnosis = await runChecks(
      checkGroups,
      {
        root,
        env,
        home: homeFolder(env),
        platform: process.platform,
        nodeVersion: process.version,
        program: process.argv[1] ?? '',
        loadConfig: () => loadConfig({ root, env }),
        settings,
        inspectDatabase: () =>
          inspectDatabase(databaseFile(root), { migrations: projectMigrations }),
        serverStatuses: () => fromDatabase(invocation, serverStatuses),
        catalogServers: () => fromDatabase(invocation, ({ kysely }) => listServers(kysely)),
        inspectContext: (settings) => inspectContext({ root, settings, env }),
        inspectModel: () => inspectModel(),
        projectServer: () => createApp({ roots: [root], env, logger }).projectServer.files(root),
      },
      (group, thrown) => logger.debug(`${group} broke`, { error: thrown }),
    );
    if (invocation.json) output.json(diagnosis);
    else {
      const asciiOnly = (await settings())?.ui.ascii_only;
      const style = styleFor(invocation, asciiOnly === undefined ? {} : { asciiOnly });
      output.line(renderDiagnosis(diagnosis, style));
    }
    return diagnosis.ok ? 0 : 1;
  },
};

/** Read only from a database that is whole, up to date and ours to write: what is wrong with it has its own check. */
async function fromDatabase<Row>(
  { root, logger }: Invocation,
  read: (database: Database<RalphTables>) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const { status } = await inspectDatabase(databaseFile(root), { migrations: projectMigrations });
  if (status !== 'ok') return [];
  const database = await openProjectDatabase(root, logger).catch((thrown: unknown) => {
    if (thrown instanceof UserError) return undefined;
    throw thrown;
  });
  if (!database) return [];
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}
