import type { App } from '../../app/create-app.ts';
import { UserError } from '../../base/errors.ts';
import type { SessionPlan } from '../../session/plan.ts';
import { sessionStore } from '../../session/session-store.ts';
import type { SessionTables } from '../../session/tables.ts';
import type { Database } from '../../storage/open-database.ts';

/** The plan of a session of this project. */
export async function planOf(app: App, id: string): Promise<SessionPlan> {
  const sessions: Database<SessionTables> = await app.database();
  const plan = await sessionStore(sessions.kysely).find(id);
  if (plan) return plan;
  throw new UserError(`There is no session "${id}" in ${app.roots[0]}.`, {
    hint: 'Make one with: ralph session plan --recipe task_execution',
    exitCode: 2,
  });
}
