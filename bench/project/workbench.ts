// Bundled for the project bench: fills a database, and measures what no tool does, the choice of the next task.
import { DatabaseSync } from '@photostructure/sqlite';
import { createApp } from '../../src/app/create-app.ts';
import { createLogger } from '../../src/base/logger.ts';
import { type ProjectStore, projectStore } from '../../src/project/store/project-store.ts';
import type { ProjectTables } from '../../src/project/tables.ts';
import type { Database } from '../../src/storage/open-database.ts';

const [command = '', root = '', size = ''] = process.argv.slice(2);
const words = ['login', 'token', 'cache', 'index', 'report', 'chart', 'queue', 'retry', 'form'];

async function main(): Promise<void> {
  const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
  const app = createApp({ roots: [root], env: {}, logger });
  const database: Database<ProjectTables> = await app.database();
  const stamp = { author: 'bench', sessionId: null, tool: 'bench', now: new Date().toISOString() };
  const work = <T>(of: (store: ProjectStore) => Promise<T>) =>
    database.transaction((tx) => of(projectStore(tx, database.dialect, stamp)));
  if (command === 'next') {
    const measure = async (times: number) => {
      const before = process.cpuUsage();
      for (let n = 0; n < times; n++) await work(({ claims }) => claims.next());
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / times;
    };
    await measure(20);
    const ours: number[] = [];
    for (let round = 0; round < 5; round++) ours.push(await measure(60));
    const raw = Array.from({ length: 5 }, () => rawNext(database.file, 60));
    process.stdout.write(JSON.stringify({ ours: Math.min(...ours), raw: Math.min(...raw) }));
  } else {
    await work((store) => fill(store, Number(size), command === 'chain'));
    const edges = command === 'chain' ? chainEdges(Number(size)) : treeEdges(Number(size));
    await database.transaction(async (tx) => {
      for (let from = 0; from < edges.length; from += 500) {
        await tx
          .insertInto('task_dependencies')
          .values(edges.slice(from, from + 500))
          .execute();
      }
    });
  }
  await app.close();
}

/** The same choice as plain SQL without claims, in this process as well. */
function rawNext(file: string, times: number): number {
  const db = new DatabaseSync(file);
  const statement = db.prepare(
    `select t.id from tasks t where t.status = 'pending' and not exists (
       select 1 from task_dependencies d join tasks p on p.id = d.depends_on
       where d.task_id = t.id and p.status not in ('done', 'skipped'))
     order by t.priority desc, t.position is null, t.position, t.id limit 1`,
  );
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) statement.all();
  const { user, system } = process.cpuUsage(before);
  db.close();
  return (user + system) / 1_000 / times;
}

/** Twenty features, and in each task a few hundred characters of text. */
async function fill(store: ProjectStore, size: number, open: boolean): Promise<void> {
  const look = { display_name: 'Backend', icon: 'box', color: '#336699' };
  await store.disciplines.add('backend', look);
  for (let n = 0; n < 20; n++) {
    await store.features.add(`feature-${n}`, { display_name: `F ${n}` });
  }
  for (let n = 0; n < size; n++) {
    const word = (step: number) => words[(n * 7 + step * 5) % words.length];
    await store.tasks.add({
      feature: `feature-${n % 20}`,
      discipline: 'backend',
      title: `${word(1)} ${word(2)} number ${n}`,
      description: `${word(3)} with ${word(4)} and the ${word(5)}. `.repeat(8),
      acceptance_criteria: [`The ${word(6)} works`],
      priority: (['low', 'medium', 'high'] as const)[n % 3] ?? 'medium',
      status: open ? 'pending' : n % 3 === 0 ? 'done' : n % 17 === 0 ? 'blocked' : 'pending',
      provenance: 'human',
    });
  }
}

/** Two per task, on earlier ones: what a project of that size looks like. */
function treeEdges(size: number) {
  return Array.from({ length: size }, (_, place) => place + 1).flatMap((id) =>
    [...new Set([Math.floor(id / 2), id - 1 - (id % 13)])]
      .filter((dependency) => dependency > 0)
      .map((depends_on) => ({ task_id: id, depends_on })),
  );
}

/** Each waits for the one before: the longest circle there can be is one link away. */
function chainEdges(size: number) {
  return Array.from({ length: size - 1 }, (_, place) => ({
    task_id: place + 2,
    depends_on: place + 1,
  }));
}

void main();
