import { ToolError } from '../../base/errors.ts';
import { statusSchema, type Task, type TaskRef } from '../model.ts';
import { closedStatuses, type TaskStatus } from '../rules/status.ts';
import type { EventStore } from './events.ts';
import { type Handle, parseNumbers, type Stamp } from './handle.ts';
import type { SearchStore } from './search.ts';
import { columnsOf, priorityOf, type TaskFields, taskOf } from './task-rows.ts';

export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly feature?: string | undefined;
  readonly discipline?: string | undefined;
}

/** One line of a list. */
export interface TaskLine extends TaskRef {
  readonly priority: Task['priority'];
  readonly feature: string;
  readonly discipline: string;
}

export interface NewTask extends TaskFields {
  readonly feature: string;
  readonly discipline: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly provenance: Task['provenance'];
}

export interface TaskStore {
  find(id: number): Promise<Task | undefined>;
  /** The task, or a refusal that names the id. */
  get(id: number): Promise<Task>;
  refs(ids: readonly number[]): Promise<TaskRef[]>;
  list(filter: TaskFilter, after: number, limit: number): Promise<TaskLine[]>;
  /** How many there are of each status that occurs. */
  counts(filter: Omit<TaskFilter, 'status'>): Promise<Partial<Record<TaskStatus, number>>>;
  /** Those that changed last come first. */
  latest(filter: TaskFilter, limit: number): Promise<TaskLine[]>;
  /** The lines of these tasks that pass the filter, in no order. */
  lines(ids: readonly number[], filter: TaskFilter): Promise<TaskLine[]>;
  add(task: NewTask): Promise<Task>;
  change(id: number, fields: TaskFields, action?: string): Promise<Task>;
  remove(id: number): Promise<void>;
  /** Ids of the next unfinished tasks of a feature after `id`. */
  openAfter(feature: string, id: number, limit: number): Promise<number[]>;
  /** An unfinished task of the feature with this title, in whatever case. */
  openTwin(feature: string, title: string): Promise<TaskRef | undefined>;
  /** The claims, live or run out, on tasks of a feature. */
  claimedIn(feature: string): Promise<Pick<Task, 'id' | 'claimed_by' | 'claim_expires_at'>[]>;
  /** Tasks that were found while doing `id`, or were replaced by it. */
  referringTo(id: number): Promise<number[]>;
}

export function taskStore(
  db: Handle,
  stamp: Stamp,
  events: EventStore,
  search: SearchStore,
): TaskStore {
  async function find(id: number): Promise<Task | undefined> {
    const row = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const dependencies = await db
      .selectFrom('task_dependencies')
      .select('depends_on')
      .where('task_id', '=', id)
      .orderBy('depends_on')
      .execute();
    return taskOf(
      row,
      dependencies.map((d) => d.depends_on),
    );
  }

  async function get(id: number): Promise<Task> {
    const task = await find(id);
    if (!task) throw missingTask(id);
    return task;
  }

  function filtered({ status, feature, discipline }: TaskFilter) {
    let query = db
      .selectFrom('tasks')
      .select(['id', 'title', 'status', 'priority', 'feature', 'discipline']);
    if (status) query = query.where('status', '=', status);
    if (feature) query = query.where('feature', '=', feature);
    if (discipline) query = query.where('discipline', '=', discipline);
    return query;
  }

  return {
    find,
    get,

    async refs(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('tasks')
        .select(['id', 'title', 'status'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, status: statusSchema.parse(row.status) }));
    },

    async list(filter, after, limit) {
      const rows = await filtered(filter)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(lineOf);
    },

    async counts({ feature, discipline }) {
      let query = db
        .selectFrom('tasks')
        .select('status')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .groupBy('status');
      if (feature) query = query.where('feature', '=', feature);
      if (discipline) query = query.where('discipline', '=', discipline);
      const rows = await query.execute();
      return Object.fromEntries(rows.map((row) => [row.status, Number(row.n)]));
    },

    async latest(filter, limit) {
      const rows = await filtered(filter)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(lineOf);
    },

    async lines(ids, filter) {
      if (ids.length === 0) return [];
      const rows = await filtered(filter)
        .where('id', 'in', [...ids])
        .execute();
      return rows.map(lineOf);
    },

    async add(task) {
      const { id } = await db
        .insertInto('tasks')
        .values({
          ...columnsOf(task),
          ...requiredColumns(task),
          created_at: stamp.now,
          updated_at: stamp.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const added = await get(id);
      await search.index(added);
      await events.record('task', id, 'created', null, added);
      return added;
    },

    async change(id, fields, action = 'changed') {
      const before = await get(id);
      await db
        .updateTable('tasks')
        .set({ ...columnsOf(fields), updated_at: stamp.now })
        .where('id', '=', id)
        .execute();
      const after = await get(id);
      if (searchable.some((field) => fields[field] !== undefined)) await search.index(after);
      await events.record('task', id, action, before, after);
      return after;
    },

    async openAfter(feature, id, limit) {
      const rows = await db
        .selectFrom('tasks')
        .select('id')
        .where('feature', '=', feature)
        .where('id', '>', id)
        .where('status', 'not in', closedStatuses)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => row.id);
    },

    async openTwin(feature, title) {
      const row = await db
        .selectFrom('tasks')
        .select(['id', 'title', 'status'])
        .where('feature', '=', feature)
        .where(({ eb, fn, val }) => eb(fn('lower', ['title']), '=', fn('lower', [val(title)])))
        .where('status', 'not in', closedStatuses)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row && { ...row, status: statusSchema.parse(row.status) };
    },

    claimedIn: (feature) =>
      db
        .selectFrom('tasks')
        .select(['id', 'claimed_by', 'claim_expires_at'])
        .where('feature', '=', feature)
        .where('claimed_by', 'is not', null)
        .orderBy('id')
        .execute(),

    async referringTo(id) {
      const rows = await db
        .selectFrom('tasks')
        .select(['id', 'discovered_from', 'superseded_by'])
        .where((eb) =>
          eb.or([eb('discovered_from', '=', id), eb('superseded_by', 'like', `%${id}%`)]),
        )
        .execute();
      return rows
        .filter((row) => row.discovered_from === id || parseNumbers(row.superseded_by).includes(id))
        .map((row) => row.id);
    },

    async remove(id) {
      const before = await get(id);
      await db.deleteFrom('tasks').where('id', '=', id).execute();
      await search.forget(id);
      await events.record('task', id, 'deleted', before, null);
    },
  };
}

function lineOf(row: {
  id: number;
  title: string;
  status: string;
  priority: number;
  feature: string;
  discipline: string;
}): TaskLine {
  return { ...row, status: statusSchema.parse(row.status), priority: priorityOf(row.priority) };
}

const searchable = ['title', 'description', 'tags', 'hints'] as const;

export function missingTask(id: number): ToolError {
  return new ToolError('not_found', `There is no task #${id}.`, {
    hint: 'Use an id from your prompt or from a task list.',
    details: [{ field: 'id', message: 'unknown task' }],
  });
}

function requiredColumns({ feature, discipline, title, status, provenance }: NewTask) {
  return { feature, discipline, title, status, provenance };
}
