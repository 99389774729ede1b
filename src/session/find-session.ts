import { UserError } from '../base/errors.ts';
import type { Database } from '../storage/open-database.ts';
import type { SessionPlan } from './plan.ts';
import type { SessionServices } from './services.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import type { SessionTables } from './tables.ts';

type Looking = Pick<SessionServices, 'root' | 'hasDatabase' | 'database'>;

/** The plan of a session, or an error that says how to make one. */
export async function findSession(services: Looking, id: string): Promise<SessionPlan> {
  const plan = await (await storeIfAny(services))?.find(id);
  if (plan) return plan;
  throw new UserError(`There is no session "${id}" in ${services.root}.`, {
    hint: 'Make one with: ralph session plan --recipe task_execution',
    exitCode: 2,
  });
}

export async function findSessionByToken(
  services: Looking,
  token: string,
): Promise<SessionPlan | undefined> {
  return (await storeIfAny(services))?.findByToken(token);
}

/** The newest first. */
export async function latestSessions(services: Looking, limit: number): Promise<SessionPlan[]> {
  return (await (await storeIfAny(services))?.latest(limit)) ?? [];
}

/** Looking for a session must not make a database where there is none. */
async function storeIfAny(services: Looking): Promise<SessionStore | undefined> {
  if (!(await services.hasDatabase())) return undefined;
  const sessions: Database<SessionTables> = await services.database();
  return sessionStore(sessions.kysely);
}
