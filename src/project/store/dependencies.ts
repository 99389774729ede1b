import { sql } from 'kysely';
import { ToolError } from '../../base/errors.ts';
import { statusSchema, type TaskRef } from '../model.ts';
import { type DependencyEdge, dependencyPath, describePath } from '../rules/dependency-path.ts';
import { closedStatuses } from '../rules/status.ts';
import type { EventStore } from './events.ts';
import type { Handle } from './handle.ts';

export interface DependencyStore {
  /** The tasks that `id` waits for directly. */
  of(id: number): Promise<TaskRef[]>;
  /** The tasks that wait for `id` directly. */
  dependents(id: number): Promise<TaskRef[]>;
  /** Pending tasks that waited for `id` and now wait for nothing. */
  readyAfter(id: number): Promise<number[]>;
  /** Replaces what `id` waits for; refuses itself, missing tasks and cycles, with the path. */
  set(id: number, dependsOn: readonly number[]): Promise<void>;
  /** Whoever waited for `from` waits for all of `to` instead. Returns whom it concerned. */
  repoint(from: number, to: readonly number[]): Promise<number[]>;
}

/** In a query on `tasks as t`: all that a task depends on is closed. */
export const waitsForNothing = sql<boolean>`not exists (
  select 1 from task_dependencies as waiting
  inner join tasks as awaited on awaited.id = waiting.depends_on
  where waiting.task_id = t.id and awaited.status not in (${sql.join(closedStatuses)})
)`;

export function dependencyStore(db: Handle, events: EventStore): DependencyStore {
  async function direct(id: number): Promise<number[]> {
    const rows = await db
      .selectFrom('task_dependencies')
      .select('depends_on')
      .where('task_id', '=', id)
      .orderBy('depends_on')
      .execute();
    return rows.map((row) => row.depends_on);
  }

  async function set(id: number, wanted: readonly number[]): Promise<void> {
    const dependsOn = [...new Set(wanted)].sort((a, b) => a - b);
    const before = await direct(id);
    if (JSON.stringify(before) === JSON.stringify(dependsOn)) return;
    await refuseMissing(db, dependsOn);
    await refuseCycle(db, id, dependsOn);
    await db.deleteFrom('task_dependencies').where('task_id', '=', id).execute();
    for (const dependency of dependsOn) {
      await db
        .insertInto('task_dependencies')
        .values({ task_id: id, depends_on: dependency })
        .execute();
    }
    await events.record(
      'task',
      id,
      'dependencies',
      { depends_on: before },
      { depends_on: dependsOn },
    );
  }

  return {
    async of(id) {
      const rows = await db
        .selectFrom('task_dependencies as d')
        .innerJoin('tasks as t', 't.id', 'd.depends_on')
        .select(['t.id', 't.title', 't.status'])
        .where('d.task_id', '=', id)
        .orderBy('t.id')
        .execute();
      return rows.map(refOf);
    },

    async dependents(id) {
      const rows = await db
        .selectFrom('task_dependencies as d')
        .innerJoin('tasks as t', 't.id', 'd.task_id')
        .select(['t.id', 't.title', 't.status'])
        .where('d.depends_on', '=', id)
        .orderBy('t.id')
        .execute();
      return rows.map(refOf);
    },

    async readyAfter(id) {
      const rows = await db
        .selectFrom('task_dependencies as d')
        .innerJoin('tasks as t', 't.id', 'd.task_id')
        .select('t.id')
        .where('d.depends_on', '=', id)
        .where('t.status', '=', 'pending')
        .where(waitsForNothing)
        .orderBy('t.id')
        .execute();
      return rows.map((row) => row.id);
    },

    set,

    async repoint(from, to) {
      const rows = await db
        .selectFrom('task_dependencies')
        .select('task_id')
        .where('depends_on', '=', from)
        .where('task_id', 'not in', to.length > 0 ? [...to] : [-1])
        .execute();
      const concerned = rows.map((row) => row.task_id);
      for (const task of concerned) {
        const others = (await direct(task)).filter((dependency) => dependency !== from);
        await set(task, [...others, ...to]);
      }
      return concerned;
    },
  };
}

function refOf(row: { id: number; title: string; status: string }): TaskRef {
  return { ...row, status: statusSchema.parse(row.status) };
}

async function refuseMissing(db: Handle, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await db
    .selectFrom('tasks')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  const known = new Set(found.map((row) => row.id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new ToolError(
    'not_found',
    `depends_on names ${missing.map((id) => `#${id}`).join(', ')}, which ${missing.length === 1 ? 'does' : 'do'} not exist.`,
    {
      details: [{ field: 'depends_on', message: `unknown: ${missing.join(', ')}` }],
      hint: 'Leave it out, or create that task first and use the id it gets.',
    },
  );
}

async function refuseCycle(db: Handle, id: number, dependsOn: readonly number[]): Promise<void> {
  if (dependsOn.includes(id)) throw cycle([id, id]);
  if (dependsOn.length === 0) return;
  // A task nobody waits for cannot close a cycle, and that is what a new task is.
  const waited = await db
    .selectFrom('task_dependencies')
    .select('task_id')
    .where('depends_on', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (!waited) return;
  const edges = await reachableEdges(db, dependsOn);
  for (const dependency of dependsOn) {
    const path = dependencyPath(edges, dependency, id);
    if (path) throw cycle([id, ...path]);
  }
}

async function reachableEdges(db: Handle, from: readonly number[]): Promise<DependencyEdge[]> {
  const { rows } = await sql<{ task: number; depends_on: number }>`
    WITH RECURSIVE reach(task) AS (
      SELECT id FROM tasks WHERE id IN (${sql.join(from)})
      UNION
      SELECT d.depends_on FROM task_dependencies d JOIN reach ON d.task_id = reach.task
    )
    SELECT d.task_id AS task, d.depends_on FROM task_dependencies d JOIN reach ON d.task_id = reach.task
  `.execute(db);
  return rows.map((row) => ({ task: row.task, dependsOn: row.depends_on }));
}

function cycle(path: readonly number[]): ToolError {
  return new ToolError(
    'cycle',
    `This would make a circle of ${path.length - 1} task${path.length === 2 ? '' : 's'}: ${describePath(path)}.`,
    {
      details: [{ field: 'depends_on', message: describePath(path) }],
      hint: 'A task cannot wait for something that waits for it. Leave out one of these links.',
    },
  );
}
