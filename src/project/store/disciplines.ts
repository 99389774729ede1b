import { type Selectable, sql } from 'kysely';
import { ToolError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { DisciplineTable } from '../tables.ts';
import type { EventStore } from './events.ts';
import { type Handle, parseRecord, parseStrings, type Stamp } from './handle.ts';

export interface Discipline {
  readonly name: string;
  readonly display_name: string;
  readonly acronym: string | null;
  readonly icon: string;
  readonly color: string;
  readonly system_prompt: string;
  readonly conventions: string;
  readonly skills: readonly string[];
  /** MCP servers that sessions of this discipline get beside Ralph's own, as in any `mcp.json`. */
  readonly mcp_servers: Readonly<Record<string, unknown>>;
  /** Tools that sessions of this discipline do not get; set by people only. */
  readonly mcp_tool_overrides: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
}

export type DisciplineFields = Partial<Omit<Discipline, 'name' | 'created_at' | 'updated_at'>>;

export interface DisciplineStore {
  find(name: string): Promise<Discipline | undefined>;
  get(name: string): Promise<Discipline>;
  list(after: string, limit: number): Promise<Discipline[]>;
  names(): Promise<string[]>;
  /** The discipline that has this acronym, in whatever case. */
  acronymOwner(acronym: string): Promise<string | undefined>;
  /** How many tasks are of this discipline. */
  taskCount(name: string): Promise<number>;
  add(
    name: string,
    fields: DisciplineFields & { display_name: string; icon: string; color: string },
  ): Promise<Discipline>;
  change(name: string, fields: DisciplineFields): Promise<Discipline>;
  remove(name: string): Promise<void>;
}

export function disciplineStore(db: Handle, stamp: Stamp, events: EventStore): DisciplineStore {
  async function find(name: string): Promise<Discipline | undefined> {
    const row = await db
      .selectFrom('disciplines')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    return row && disciplineOf(row);
  }

  async function names(): Promise<string[]> {
    const rows = await db.selectFrom('disciplines').select('name').orderBy('name').execute();
    return rows.map((row) => row.name);
  }

  async function get(name: string): Promise<Discipline> {
    const discipline = await find(name);
    if (discipline) return discipline;
    const known = await names();
    throw new ToolError(
      'not_found',
      `There is no discipline "${name}".${didYouMean(name, known)}`,
      {
        hint:
          known.length > 0
            ? `Disciplines: ${known.slice(0, 20).join(', ')}.`
            : 'No discipline exists yet: create one first (ralph discipline add).',
        details: [{ field: 'discipline', message: 'unknown discipline' }],
      },
    );
  }

  return {
    find,
    get,
    names,

    async acronymOwner(acronym) {
      const row = await db
        .selectFrom('disciplines')
        .select('name')
        .where(sql`lower(acronym)`, '=', acronym.toLowerCase())
        .executeTakeFirst();
      return row?.name;
    },

    async taskCount(name) {
      const { n } = await db
        .selectFrom('tasks')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('discipline', '=', name)
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    async list(after, limit) {
      const rows = await db
        .selectFrom('disciplines')
        .selectAll()
        .where('name', '>', after)
        .orderBy('name')
        .limit(limit)
        .execute();
      return rows.map(disciplineOf);
    },

    async add(name, fields) {
      await db
        .insertInto('disciplines')
        .values({
          name,
          acronym: null,
          system_prompt: '',
          conventions: '',
          skills: '[]',
          mcp_servers: '{}',
          mcp_tool_overrides: '{}',
          ...columnsOf(fields),
          display_name: fields.display_name,
          icon: fields.icon,
          color: fields.color,
          created_at: stamp.now,
          updated_at: stamp.now,
        })
        .execute();
      const added = await get(name);
      await events.record('discipline', name, 'created', null, added);
      return added;
    },

    async change(name, fields) {
      const before = await get(name);
      await db
        .updateTable('disciplines')
        .set({ ...columnsOf(fields), updated_at: stamp.now })
        .where('name', '=', name)
        .execute();
      const after = await get(name);
      await events.record('discipline', name, 'changed', before, after);
      return after;
    },

    async remove(name) {
      const before = await get(name);
      await db.deleteFrom('disciplines').where('name', '=', name).execute();
      await events.record('discipline', name, 'deleted', before, null);
    },
  };
}

function columnsOf({ skills, mcp_servers, mcp_tool_overrides, ...plain }: DisciplineFields) {
  return {
    ...plain,
    ...(skills && { skills: JSON.stringify(skills) }),
    ...(mcp_servers && { mcp_servers: JSON.stringify(mcp_servers) }),
    ...(mcp_tool_overrides && { mcp_tool_overrides: JSON.stringify(mcp_tool_overrides) }),
  };
}

export function disciplineOf(row: Selectable<DisciplineTable>): Discipline {
  return {
    ...row,
    skills: parseStrings(row.skills),
    mcp_servers: parseRecord(row.mcp_servers),
    mcp_tool_overrides: parseRecord(row.mcp_tool_overrides),
  };
}
