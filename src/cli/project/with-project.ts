import { systemClock } from '../../base/clock.ts';
import type { Stamp } from '../../project/store/handle.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Invocation } from '../command.ts';
import { onlyForPeople } from '../only-for-people.ts';
import { withApp } from '../open-app.ts';
import { userName } from '../tools/call-tool.ts';

export interface OpenProject {
  readonly database: Database<ProjectTables>;
  readonly stamp: Stamp;
}

/** For the acts of people that are no tools: the database, and who changes it through which command. */
export function withDatabase<Result>(
  invocation: Invocation,
  command: string,
  use: (project: OpenProject) => Promise<Result>,
): Promise<Result> {
  return withApp(invocation, async (app) => {
    const database: Database<ProjectTables> = await app.database();
    const now = systemClock.now().toISOString();
    const author = userName(invocation.env);
    return use({ database, stamp: { author, sessionId: null, tool: command, now } });
  });
}

/** The same, inside one transaction. */
export function withStore<Result>(
  invocation: Invocation,
  command: string,
  use: (store: ProjectStore, stamp: Stamp) => Promise<Result>,
  options: { readonly readOnly?: boolean } = {},
): Promise<Result> {
  if (!options.readOnly) onlyForPeople(invocation);
  return withDatabase(invocation, command, async ({ database, stamp }) => {
    const { projectStore } = await import('../../project/store/project-store.ts');
    return database.transaction(
      (tx) => use(projectStore(tx, database.dialect, stamp), stamp),
      options,
    );
  });
}
