import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { leasesMigration } from '../../storage/leases.ts';
import { type Database, openDatabase } from '../../storage/open-database.ts';
import type { ToolDefinition } from '../../tool/define-tool.ts';
import type { ErrorPayload, ToolOutcome } from '../../tool/invoke-tool.ts';
import { createRegistry, type Registry } from '../../tool/registry.ts';
import { callFreely } from '../../tool/testing/call-freely.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import { projectMigration } from '../migration.ts';
import type { Task } from '../model.ts';
import type { ProjectServices } from '../services.ts';
import { type ProjectStore, projectStore } from '../store/project-store.ts';
import type { NewTask } from '../store/tasks.ts';
import type { ProjectTables } from '../tables.ts';
import { addTaskWithParents } from './add-task.ts';

type Answer = { readonly [key: string]: unknown };

export interface EventView {
  readonly author: string;
  readonly session_id: string | null;
  readonly tool: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A project in a temporary folder with its real database; both go away when the test is done. */
export interface ProjectFixture {
  readonly root: string;
  readonly database: Database<ProjectTables>;
  readonly registry: Registry;
  readonly clock: { now(): Date; advance(ms: number): void };
  /** Through the one door, as a person or as a session's agent. */
  call(name: string, input?: unknown, session?: SessionIdentity): Promise<ToolOutcome>;
  /** The structured answer of a call that must succeed. */
  answer(name: string, input?: unknown, session?: SessionIdentity): Promise<Answer>;
  text(name: string, input?: unknown, session?: SessionIdentity): Promise<string>;
  /** The error of a call that must be refused without changing anything. */
  refusal(name: string, input?: unknown, session?: SessionIdentity): Promise<ErrorPayload>;
  /** Work on the store directly, in one transaction, stamped as `seed`. */
  store<T>(work: (store: ProjectStore) => Promise<T>): Promise<T>;
  addFeatures(...names: string[]): Promise<void>;
  addDisciplines(...names: string[]): Promise<void>;
  /** Feature `auth` and discipline `backend`, made when missing, unless the task says otherwise. */
  addTask(task?: Partial<NewTask>, dependsOn?: readonly number[]): Promise<Task>;
  /** Events in the order they were written, without those of `store` and `add…`. */
  events(): Promise<EventView[]>;
  /** Every row of every table of the project, to see that nothing has changed. */
  dump(): Promise<string>;
}

const projectTables = [
  'metadata',
  'features',
  'feature_dependencies',
  'disciplines',
  'tasks',
  'task_dependencies',
  'task_comments',
  'questions',
  'learnings',
  'events',
  'session_signals',
  'imported_documents',
] as const satisfies readonly (keyof ProjectTables)[];

/** A session as a recipe of its own name would have it. */
export function session(fields: Partial<SessionIdentity> = {}): SessionIdentity {
  const recipe = fields.recipe ?? 'task_execution';
  return {
    id: 'ses_test',
    recipe,
    base_recipe: recipe,
    discipline: null,
    feature: null,
    task_id: null,
    ...fields,
  };
}

export async function projectFixture(
  tools: readonly ToolDefinition<ProjectServices>[],
): Promise<ProjectFixture> {
  // The real path, because a temporary folder behind a link would make every stored path look foreign.
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ralph-project-')));
  const database = await openDatabase<ProjectTables>({
    file: path.join(root, '.ralph', 'db', 'ralph.db'),
    migrations: [leasesMigration, projectMigration],
  });
  onTestFinished(async () => {
    await database.close();
    rmSync(root, { recursive: true, force: true });
  });

  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
  };
  const services: ProjectServices = { root, clock, database: async () => database };
  const registry = createRegistry(tools.map((tool) => tool.bind(() => services)));

  const call: ProjectFixture['call'] = (name, input = {}, identity) =>
    callFreely(
      registry,
      { name, input },
      {
        author: identity ? 'agent' : 'person',
        via: identity ? 'mcp' : 'cli',
        session: identity ?? null,
      },
    );

  async function success(name: string, input: unknown, identity: SessionIdentity | undefined) {
    const outcome = await call(name, input, identity);
    if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.error)}`);
    return outcome;
  }

  const store: ProjectFixture['store'] = (work) =>
    database.transaction((tx) =>
      work(
        projectStore(tx, database.dialect, {
          author: 'seed',
          sessionId: null,
          tool: 'seed',
          now: clock.now().toISOString(),
        }),
      ),
    );

  async function dump(): Promise<string> {
    const rows: unknown[] = [];
    for (const table of projectTables) {
      rows.push(await database.kysely.selectFrom(table).selectAll().execute());
    }
    return JSON.stringify(rows);
  }

  return {
    root,
    database,
    registry,
    clock,
    call,
    store,
    dump,

    async answer(name, input, identity) {
      return (await success(name, input, identity)).structured ?? {};
    },

    async text(name, input, identity) {
      return (await success(name, input, identity)).text;
    },

    async refusal(name, input, identity) {
      const before = await dump();
      const outcome = await call(name, input, identity);
      if (outcome.ok) throw new Error(`${name} was not refused: ${outcome.text}`);
      if ((await dump()) !== before) throw new Error(`${name} was refused but changed something`);
      return outcome.error;
    },

    async addFeatures(...names) {
      await store(async ({ features }) => {
        for (const name of names) await features.add(name, { display_name: name });
      });
    },

    async addDisciplines(...names) {
      await store(async ({ disciplines }) => {
        for (const name of names) {
          await disciplines.add(name, { display_name: name, icon: 'box', color: '#336699' });
        }
      });
    },

    async addTask(task = {}, dependsOn = []) {
      const { feature = 'auth', discipline = 'backend', title = 'A task' } = task;
      return store(async (opened) => {
        const whole = { ...task, feature, discipline, title };
        return opened.tasks.get(await addTaskWithParents(opened, whole, dependsOn));
      });
    },

    async events() {
      const rows = await database.kysely
        .selectFrom('events')
        .selectAll()
        .where('tool', '<>', 'seed')
        .orderBy('id')
        .execute();
      return rows.map(({ id: _, at: __, before, after, ...rest }) => ({
        ...rest,
        before: before === null ? null : JSON.parse(before),
        after: after === null ? null : JSON.parse(after),
      }));
    },
  };
}
