// The baseline of the project bench: the same questions as plain SQL behind a minimal SDK-v2 server, on a copy of
// the same database. No checks, no events, no limits.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';

const db = new DatabaseSync(process.argv[2] ?? '');
db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');

const list = db.prepare(
  'select id, title, status, priority, feature, discipline from tasks order by id limit ?',
);
const one = db.prepare('select * from tasks where id = ?');
const comments = db.prepare('select * from task_comments where task_id = ? order by id');
const dependencies = db.prepare(
  'select t.id, t.title, t.status from task_dependencies d join tasks t on t.id = d.depends_on where d.task_id = ?',
);
const insert = db.prepare(
  `insert into tasks (feature, discipline, title, status, provenance, created_at, updated_at)
   values (?, ?, ?, 'pending', 'human', '', '')`,
);
const index = db.prepare('insert into tasks_text (rowid, title) values (?, ?)');
const search = db.prepare(
  `select t.id, t.title, t.status from tasks_text s join tasks t on t.id = s.rowid
   where tasks_text match ? order by bm25(tasks_text) limit 10`,
);
const reaches = db.prepare(
  `with recursive reach(id) as (
     select ? union select d.depends_on from task_dependencies d join reach on d.task_id = reach.id
   ) select 1 from reach where id = ?`,
);

function answer(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}

serveStdio(() => {
  const server = new McpServer({ name: 'raw', version: '1.0.0' });
  const id = z.number();
  server.registerTool('list_tasks', { inputSchema: z.object({ limit: id }) }, async ({ limit }) =>
    answer(list.all(limit)),
  );
  server.registerTool('get_task', { inputSchema: z.object({ id }) }, async (input) =>
    answer({
      ...one.all(input.id)[0],
      comments: comments.all(input.id),
      dependencies: dependencies.all(input.id),
    }),
  );
  server.registerTool(
    'create_task',
    {
      inputSchema: z.object({ feature: z.string(), discipline: z.string(), title: z.string() }),
    },
    async ({ feature, discipline, title }) => {
      db.exec('begin immediate');
      const { lastInsertRowid } = insert.run(feature, discipline, title);
      index.run(lastInsertRowid, title);
      db.exec('commit');
      return answer({ id: Number(lastInsertRowid) });
    },
  );
  server.registerTool(
    'search_tasks',
    { inputSchema: z.object({ query: z.string() }) },
    async ({ query }) => answer(search.all(query)),
  );
  server.registerTool(
    'update_task',
    { inputSchema: z.object({ id, depends_on: z.array(id) }) },
    async (input) => answer({ cycle: reaches.all(input.depends_on[0] ?? 0, input.id).length > 0 }),
  );
  return server;
});
