import path from 'node:path';
import { loadConfig } from '../../../app/config/load-config.ts';
import { databaseFile, projectMigrations } from '../../../app/database.ts';
import { inspectContext } from '../../../context/inspect-context.ts';
import { inspectModel } from '../../../embedding/local/inspect-model.ts';
import { inspectDatabase } from '../../../storage/inspect-database.ts';
import type { DoctorContext } from '../check.ts';

/** What the checks see of a folder, real but for what is said otherwise. */
export function doctorContext(root: string, changes: Partial<DoctorContext> = {}): DoctorContext {
  const env = changes.env ?? { PATH: process.env.PATH, RALPH_CONFIG_HOME: path.join(root, 'none') };
  return {
    root,
    env,
    home: path.join(root, 'home'),
    platform: process.platform,
    nodeVersion: 'v20.19.0',
    program: path.join(root, 'dist/ralph.cjs'),
    loadConfig: () => loadConfig({ root, env }),
    settings: () =>
      loadConfig({ root, env, launchesNothing: true }).then(
        ({ config }) => config,
        () => undefined,
      ),
    inspectDatabase: () => inspectDatabase(databaseFile(root), { migrations: projectMigrations }),
    serverStatuses: async () => [],
    catalogServers: async () => [],
    inspectContext: (settings) => inspectContext({ root, settings, env }),
    inspectModel: () => inspectModel(),
    projectServer: async () => [{ path: '.ralph/mcp/server.ts', text: '// made\n' }],
    ...changes,
  };
}
