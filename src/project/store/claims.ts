import { sql } from 'kysely';
import { ToolError } from '../../base/errors.ts';
import type { Task } from '../model.ts';
import { closedStatuses, mayFollow } from '../rules/status.ts';
import { waitsForNothing } from './dependencies.ts';
import type { EventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';
import type { TaskStore } from './tasks.ts';

export interface Claim {
  readonly task: Task;
  /** Grows with every claim of the task: a holder that lost its claim is recognised by an old one. */
  readonly token: number;
}

export interface ClaimStore {
  /** The id the loop would take next, without taking it. */
  next(filter?: ReadyFilter): Promise<number | undefined>;
  /** The first task in progress whose claim has run out: somebody began it and is gone. */
  unfinished(filter?: ReadyFilter): Promise<number | undefined>;
  /** Takes a ready task for `holder` until `expiresAt`; undefined when nothing is ready. */
  claimNext(holder: string, expiresAt: string, filter?: ReadyFilter): Promise<Claim | undefined>;
  claim(id: number, holder: string, expiresAt: string): Promise<Claim>;
  /** Extends a claim; false when it was lost. */
  renew(id: number, token: number, expiresAt: string): Promise<boolean>;
  /** Gives a claim back; an unfinished task becomes pending again. */
  release(id: number, token: number): Promise<boolean>;
  /** Nobody takes the task before then, though nobody works on it. */
  rest(id: number, until: string): Promise<void>;
  /** The task is no longer being worked on, whoever held it. */
  drop(id: number): Promise<void>;
  /** The claims of one holder run out now, or those of all: the tasks can be taken up as they are. */
  runOut(holder?: string): Promise<void>;
}

export interface ReadyFilter {
  readonly feature?: string | undefined;
  readonly discipline?: string | undefined;
  /** Tasks that others go before. */
  readonly without?: readonly number[] | undefined;
}

export function claimStore(
  db: Handle,
  stamp: Stamp,
  tasks: TaskStore,
  events: EventStore,
): ClaimStore {
  /** Each status on its own, because that is what lets the index hand out the first row instead of sorting all. */
  async function firstReady(status: 'pending' | 'in_progress', filter: ReadyFilter) {
    let query = db
      .selectFrom('tasks as t')
      .select(['t.id', 't.priority', 't.position'])
      .where('t.status', '=', status)
      .where(waitsForNothing)
      .orderBy('t.priority', 'desc')
      .orderBy(sql`t.position IS NULL`)
      .orderBy('t.position')
      .orderBy('t.id')
      .limit(1);
    query =
      status === 'pending'
        ? query.where(({ eb, or }) =>
            or([eb('t.claim_expires_at', 'is', null), eb('t.claim_expires_at', '<=', stamp.now)]),
          )
        : // Work whose holder died: its claim ran out while it was in progress.
          query.where('t.claim_expires_at', '<=', stamp.now);
    if (filter.feature) query = query.where('t.feature', '=', filter.feature);
    if (filter.without?.length) query = query.where('t.id', 'not in', filter.without);
    if (filter.discipline) query = query.where('t.discipline', '=', filter.discipline);
    return query.executeTakeFirst();
  }

  async function next(filter: ReadyFilter = {}): Promise<number | undefined> {
    const abandoned = await firstReady('in_progress', filter);
    const pending = await firstReady('pending', filter);
    if (!abandoned || !pending) return (abandoned ?? pending)?.id;
    const last = Number.POSITIVE_INFINITY;
    const order =
      pending.priority - abandoned.priority ||
      (abandoned.position ?? last) - (pending.position ?? last) ||
      abandoned.id - pending.id;
    return order <= 0 ? abandoned.id : pending.id;
  }

  async function unmetDependencies(id: number): Promise<number[]> {
    const rows = await db
      .selectFrom('task_dependencies as d')
      .innerJoin('tasks as p', 'p.id', 'd.depends_on')
      .select('p.id')
      .where('d.task_id', '=', id)
      .where('p.status', 'not in', closedStatuses)
      .orderBy('p.id')
      .execute();
    return rows.map((row) => row.id);
  }

  async function take(id: number, holder: string, expiresAt: string): Promise<Claim> {
    const before = await tasks.get(id);
    const { claim_token: token } = await db
      .updateTable('tasks')
      .set((eb) => ({
        status: 'in_progress',
        claimed_by: holder,
        claim_token: eb('claim_token', '+', 1),
        claim_expires_at: expiresAt,
        updated_at: stamp.now,
      }))
      .where('id', '=', id)
      .returning('claim_token')
      .executeTakeFirstOrThrow();
    const task = await tasks.get(id);
    await events.record('task', id, 'claimed', before, task);
    return { task, token };
  }

  return {
    next,

    unfinished: async (filter = {}) => (await firstReady('in_progress', filter))?.id,

    async claimNext(holder, expiresAt, filter) {
      const id = await next(filter);
      return id === undefined ? undefined : take(id, holder, expiresAt);
    },

    async claim(id, holder, expiresAt) {
      const task = await tasks.get(id);
      const held = task.claimed_by !== null && (task.claim_expires_at ?? '') > stamp.now;
      if (held && task.claimed_by !== holder) {
        throw new ToolError(
          'conflict',
          `Task #${id} is held by ${task.claimed_by} until ${task.claim_expires_at}.`,
          {
            hint: 'Take another task, or wait until the claim is released or runs out.',
          },
        );
      }
      if (task.status !== 'in_progress' && !mayFollow(task.status, 'in_progress')) {
        throw new ToolError('conflict', `Task #${id} is ${task.status} and cannot be worked on.`, {
          hint:
            task.status === 'draft'
              ? 'Make it pending first: a draft is not ready to be worked on.'
              : 'Set it back to pending first if it has to be done again.',
        });
      }
      const unmet = await unmetDependencies(id);
      if (unmet.length > 0) {
        throw new ToolError(
          'conflict',
          `Task #${id} waits for ${unmet.map((other) => `#${other}`).join(', ')}.`,
          { hint: 'Take one of those first.' },
        );
      }
      return take(id, holder, expiresAt);
    },

    async renew(id, token, expiresAt) {
      const { numUpdatedRows } = await db
        .updateTable('tasks')
        .set({ claim_expires_at: expiresAt })
        .where('id', '=', id)
        .where('claim_token', '=', token)
        .where('claimed_by', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async release(id, token) {
      const before = await tasks.get(id);
      const { numUpdatedRows } = await db
        .updateTable('tasks')
        .set((eb) => ({
          claimed_by: null,
          claim_expires_at: null,
          status: eb
            .case()
            .when('status', '=', 'in_progress')
            .then('pending')
            .else(eb.ref('status'))
            .end(),
          updated_at: stamp.now,
        }))
        .where('id', '=', id)
        .where('claim_token', '=', token)
        .where('claimed_by', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await events.record('task', id, 'released', before, await tasks.get(id));
      return true;
    },

    async rest(id, until) {
      await db
        .updateTable('tasks')
        .set({ claim_expires_at: until })
        .where('id', '=', id)
        .where('claimed_by', 'is not', null)
        .execute();
    },

    async drop(id) {
      await db
        .updateTable('tasks')
        .set({ claimed_by: null, claim_expires_at: null })
        .where('id', '=', id)
        .execute();
    },

    async runOut(holder) {
      let query = db
        .updateTable('tasks')
        .set({ claim_expires_at: stamp.now })
        .where('claimed_by', 'is not', null)
        .where('claim_expires_at', '>', stamp.now);
      if (holder !== undefined) query = query.where('claimed_by', '=', holder);
      await query.execute();
    },
  };
}
