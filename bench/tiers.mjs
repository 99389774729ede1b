// What an agent waits for when it reads the catalog: each tier and a search over 4,000 tools of 100 servers, warm,
// through `ralph mcp`, against asking one plain server for the list of all of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { oursAtMost, row } from './frame/rows.mjs';
import { startServer } from './project/mcp-process.mjs';

const serverCount = 100;
const toolsEach = 40;
const rounds = 200;
const verbs = ['list', 'get', 'create', 'update', 'delete', 'search', 'export', 'archive'];
const nouns = ['issue', 'branch', 'invoice', 'message', 'event', 'container', 'table', 'image'];

export async function run({ root }) {
  const ralph = path.join(root, 'dist/ralph.cjs');
  const listServer = path.join(root, 'test/fixtures/catalog/list-server.mjs');
  const work = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-tiers-'));
  const running = [];
  try {
    const lists = writeLists(work);
    const servers = lists.map(({ name, file }) => [
      name,
      { command: process.execPath, args: [listServer, file] },
    ]);
    writeFileSync(
      path.join(work, 'ralph.yaml'),
      JSON.stringify({
        catalog: { servers: Object.fromEntries(servers) },
        learning: { mcp_context: { embeddings: { provider: 'none' } } },
      }),
    );
    execFileSync(process.execPath, [ralph, 'catalog', 'sync'], { cwd: work, stdio: 'ignore' });

    const all = path.join(work, 'all.json');
    writeFileSync(all, JSON.stringify({ tools: lists.flatMap(({ tools }) => tools) }));
    const plain = await startServer(process.execPath, [listServer, all]);
    running.push(plain);
    const baseline = await p95Of(20, () => listEverything(plain));

    const mcp = ['mcp', '--root', work, '--toolsets', 'catalog'];
    const ours = await startServer(process.execPath, [ralph, ...mcp], { cwd: work });
    running.push(ours);
    const { structuredContent } = await ours.call('catalog_categories', {});
    const categories = structuredContent.categories.map(({ category }) => category);
    const ids = lists.flatMap(({ name, tools }) => tools.map((tool) => `${name}/${tool.name}`));
    const one = (list, n) => list[(n * 37) % list.length];
    const asks = [
      ['T0, the hot list', 20, () => ['catalog_hot', {}]],
      ['T1, categories', 30, () => ['catalog_categories', {}]],
      ['T2, a category', 50, (n) => ['catalog_tools', { category: one(categories, n) }]],
      ['T3, a schema', 100, (n) => ['catalog_schema', { tool: one(ids, n) }]],
      [
        'search by words',
        30,
        (n) => [
          'catalog_search',
          { query: `${one(verbs, n)} the ${one(nouns, n)} of workspace ${n % serverCount}` },
        ],
      ],
    ];
    const rows = [];
    for (const [name, limit, ask] of asks) {
      const call = async (n) => {
        const answer = await ours.call(...ask(n));
        if (answer.isError) throw new Error(`${name}: ${answer.content[0].text}`);
      };
      for (let n = 0; n < 30; n++) await call(n);
      const before = ours.cpu();
      const { p95, p50, least } = await p95Of(rounds, call);
      // What a busy machine adds to the time, it does not add to this.
      const cpu_ms = (ours.cpu() - before) / rounds;
      rows.push(
        row(
          `${name}: p95 with ${ids.length} tools, ms`,
          p95,
          'tools/list of all of them',
          baseline.p95,
          {
            limit: oursAtMost(limit),
            detail: { p50, least, cpu_ms, baseline_p50: baseline.p50 },
          },
        ),
      );
    }
    return rows;
  } finally {
    for (const server of running) await server.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

async function listEverything({ request }) {
  let cursor;
  do {
    const page = await request('tools/list', cursor === undefined ? {} : { cursor });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function p95Of(times, work) {
  const taken = [];
  for (let n = 0; n < times; n++) {
    const before = performance.now();
    await work(n);
    taken.push(performance.now() - before);
  }
  taken.sort((a, b) => a - b);
  const at = (share) => Math.round(100 * taken[Math.floor(taken.length * share)]) / 100;
  return { p95: at(0.95), p50: at(0.5), least: at(0) };
}

function writeLists(work) {
  const folder = path.join(work, 'lists');
  mkdirSync(folder);
  return Array.from({ length: serverCount }, (_, s) => {
    const name = `server-${s}`;
    const file = path.join(folder, `${name}.json`);
    const tools = Array.from({ length: toolsEach }, (_, t) => toolOf(s, t));
    writeFileSync(file, JSON.stringify({ tools }));
    return { name, file, tools };
  });
}

/** About as large as the tools of real servers are: some 450 tokens. */
function toolOf(s, t) {
  const verb = verbs[t % verbs.length];
  const noun = nouns[(s + t) % nouns.length];
  const params = Array.from({ length: 4 + (t % 8) }, (_, p) => [
    `${noun}_field_${p}`,
    { type: 'string', description: `What the ${noun} has in field ${p} when ${verb} reads it.` },
  ]);
  return {
    name: `${verb}_${noun}_${t}`,
    description: `${verb} ${noun} records of workspace ${s}. ${'It checks what it is given and answers with the records. '.repeat(2 + (t % 4))}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(params),
      required: [params[0][0]],
    },
  };
}
