import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionIdentity } from '../tool/tool.ts';
import { type SessionPlan, sessionPlanSchema } from './plan.ts';
import type { SessionTables } from './tables.ts';

export interface SessionStore {
  add(plan: SessionPlan, token: string): Promise<void>;
  find(id: string): Promise<SessionPlan | undefined>;
  findByToken(token: string): Promise<SessionPlan | undefined>;
  latest(limit: number): Promise<SessionPlan[]>;
}

export function sessionStore(db: Kysely<SessionTables>): SessionStore {
  const parse = (row: { plan: string } | undefined) =>
    row && sessionPlanSchema.parse(JSON.parse(row.plan));

  return {
    async find(id) {
      return parse(
        await db.selectFrom('sessions').select('plan').where('id', '=', id).executeTakeFirst(),
      );
    },

    async add(plan, token) {
      await db
        .insertInto('sessions')
        .values({
          id: plan.session_id,
          recipe: plan.recipe,
          base_recipe: plan.base_recipe,
          discipline: plan.discipline,
          feature: plan.feature,
          task_id: plan.task_id,
          plan: JSON.stringify(plan),
          token_hash: tokenHash(token),
          created_at: plan.created_at,
        })
        .execute();
    },

    async findByToken(token) {
      return parse(
        await db
          .selectFrom('sessions')
          .select('plan')
          .where('token_hash', '=', tokenHash(token))
          .executeTakeFirst(),
      );
    },

    async latest(limit) {
      const rows = await db
        .selectFrom('sessions')
        .select('plan')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => parse(row) ?? []);
    },
  };
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Who a call from this session is, as tools see it. */
export function identityOf(plan: SessionPlan): SessionIdentity {
  const { session_id: id, recipe, base_recipe, discipline, feature, task_id } = plan;
  return { id, recipe, base_recipe, discipline, feature, task_id };
}
