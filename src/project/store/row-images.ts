import { sql } from 'kysely';
import { priorities, prioritySchema } from '../model.ts';
import { normalisedName } from '../rules/similarity.ts';
import type { ProjectTables } from '../tables.ts';
import type { EventEntity } from './events.ts';
import type { Handle } from './handle.ts';

type Column = string | number | null;
export type Columns = Readonly<Record<string, Column>>;

export type RowEntity = Extract<
  EventEntity,
  'feature' | 'discipline' | 'task' | 'comment' | 'learning' | 'question'
>;

interface RowTable {
  readonly table: keyof ProjectTables;
  readonly key: 'id' | 'name';
  /** Lists that events show as a field and that have a table of their own. */
  readonly links?: string;
  /** Columns that name a row of another table, and whether they may go without. */
  readonly refers: readonly {
    readonly column: string;
    readonly to: RowEntity;
    readonly orNull: boolean;
  }[];
  /** Columns of which no two rows may have the same. */
  readonly unique: readonly string[];
}

const tables: Readonly<Record<RowEntity, RowTable>> = {
  feature: {
    table: 'features',
    key: 'name',
    links: 'dependencies',
    refers: [],
    unique: ['acronym', 'normalised_name'],
  },
  discipline: { table: 'disciplines', key: 'name', refers: [], unique: ['acronym'] },
  task: {
    table: 'tasks',
    key: 'id',
    links: 'depends_on',
    refers: [
      { column: 'feature', to: 'feature', orNull: false },
      { column: 'discipline', to: 'discipline', orNull: false },
      { column: 'discovered_from', to: 'task', orNull: true },
    ],
    unique: ['external_id'],
  },
  comment: {
    table: 'task_comments',
    key: 'id',
    refers: [{ column: 'task_id', to: 'task', orNull: false }],
    unique: [],
  },
  learning: {
    table: 'learnings',
    key: 'id',
    refers: [
      { column: 'feature', to: 'feature', orNull: false },
      { column: 'task_id', to: 'task', orNull: true },
      { column: 'conflicts_with', to: 'learning', orNull: true },
    ],
    unique: [],
  },
  question: {
    table: 'questions',
    key: 'id',
    refers: [{ column: 'task_id', to: 'task', orNull: true }],
    unique: [],
  },
};

export function isRowEntity(entity: EventEntity): entity is RowEntity {
  return Object.hasOwn(tables, entity);
}

/** Rows of any table, in the words of the events that tell of them. */
export interface RowImages {
  /** The columns as they are, without lists that have a table of their own. */
  find(entity: RowEntity, id: string): Promise<Columns | undefined>;
  /** Why these columns cannot stand in this row, if they cannot. Links that may be missing are dropped. */
  fitting(
    entity: RowEntity,
    id: string,
    columns: Columns,
  ): Promise<{ readonly columns: Columns } | { readonly why: string }>;
  /** Whether a column may go without the row that it names, and had to, since there is none of that name any more. */
  isGone(entity: RowEntity, column: string, named: Column | undefined): Promise<boolean>;
  /** A row of others that would go, or lose its place, with this one. */
  hangsOn(entity: RowEntity, id: string): Promise<string | undefined>;
  change(entity: RowEntity, id: string, columns: Columns): Promise<void>;
  insert(entity: RowEntity, columns: Columns): Promise<void>;
  remove(entity: RowEntity, id: string): Promise<void>;
}

export function rowImages(db: Handle): RowImages {
  // Which columns there are is known only when an event has been read.
  const untyped = db.withTables<Record<string, Record<string, Column>>>();
  const keyOf = (entity: RowEntity, id: string) => (tables[entity].key === 'id' ? Number(id) : id);

  async function find(entity: RowEntity, id: string): Promise<Columns | undefined> {
    const { table, key } = tables[entity];
    return untyped
      .selectFrom(table)
      .selectAll()
      .where(key, '=', keyOf(entity, id))
      .executeTakeFirst();
  }

  return {
    find,

    async fitting(entity, id, columns) {
      const { refers, unique, table, key } = tables[entity];
      const fitted: Record<string, Column> = { ...columns };
      for (const { column, to, orNull } of refers) {
        const named = fitted[column];
        if (named === undefined || named === null) continue;
        if (await find(to, String(named))) continue;
        if (!orNull) return { why: `${to} ${named} is gone` };
        fitted[column] = null;
      }
      for (const column of unique) {
        const value = fitted[column];
        if (value === undefined || value === null) continue;
        const other = await untyped
          .selectFrom(table)
          .select(key)
          .where(sql.ref(column), '=', value)
          .where(key, '<>', keyOf(entity, id))
          .executeTakeFirst();
        if (other) return { why: `${other[key]} has its ${column} now` };
      }
      return { columns: fitted };
    },

    async isGone(entity, column, named) {
      const link = tables[entity].refers.find((one) => one.column === column && one.orNull);
      if (!link || named === undefined || named === null) return false;
      return (await find(link.to, String(named))) === undefined;
    },

    async hangsOn(entity, id) {
      for (const [name, { table, key, refers }] of Object.entries(tables)) {
        for (const { column, to } of refers) {
          // Two learnings that contradict each other stand each on its own.
          if (to !== entity || name === entity) continue;
          const row = await untyped
            .selectFrom(table)
            .select(key)
            .where(sql.ref(column), '=', keyOf(entity, id))
            .executeTakeFirst();
          if (row) return `${name} ${row[key]}`;
        }
      }
      return undefined;
    },

    async change(entity, id, columns) {
      if (Object.keys(columns).length === 0) return;
      const { table, key } = tables[entity];
      await untyped.updateTable(table).set(columns).where(key, '=', keyOf(entity, id)).execute();
    },

    async insert(entity, columns) {
      await untyped.insertInto(tables[entity].table).values(columns).execute();
    },

    async remove(entity, id) {
      const { table, key } = tables[entity];
      await untyped.deleteFrom(table).where(key, '=', keyOf(entity, id)).execute();
    },
  };
}

/** Fields of an event as columns of the table: lists as JSON, priorities by rank. */
export function columnsOfFields(
  entity: RowEntity,
  fields: Readonly<Record<string, unknown>>,
): Columns {
  const columns: Record<string, Column> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (field !== tables[entity].links) columns[field] = columnOf(field, value);
  }
  if (entity === 'feature' && typeof columns.name === 'string') {
    columns.normalised_name = normalisedName(columns.name);
  }
  return columns;
}

function columnOf(field: string, value: unknown): Column {
  if (field === 'priority') {
    const priority = prioritySchema.safeParse(value);
    return priority.success ? priorities.indexOf(priority.data) : null;
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** What a row waits for or builds on, where the event says so. */
export function linksOfFields(
  entity: RowEntity,
  fields: Readonly<Record<string, unknown>>,
): readonly (string | number)[] | undefined {
  const { links } = tables[entity];
  const list = links === undefined ? undefined : fields[links];
  if (!Array.isArray(list)) return undefined;
  return list.filter((entry) => typeof entry === 'string' || typeof entry === 'number');
}
