// A project of 10,000 tasks with 20,000 dependencies: CPU per call of our server beside plain SQL behind a minimal
// server in the same run and, with --peers, beside the task servers of others.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle.mjs';
import { oursAtMost } from './frame/rows.mjs';
import { cpuPerCall, startServer } from './project/mcp-process.mjs';
import { measurePeers } from './project/peers.mjs';

const size = 10_000;
/** Single-digit milliseconds. */
const mostMs = 10;
const often = { warmUp: 50, times: 60, rounds: 5 };

/** A word of the title of the task that was filled in at this place. */
const words = ['login', 'token', 'cache', 'index', 'report', 'chart', 'queue', 'retry', 'form'];
const word = (n) => words[(n * 7 + 5) % words.length];

const operations = {
  list_tasks: (server) => server.call('list_tasks', { limit: 50 }),
  get_task: (server, n) => server.call('get_task', { id: 1 + ((n * 37) % size) }),
  create_task: (server, n) =>
    server.call('create_task', {
      feature: 'feature-3',
      discipline: 'backend',
      title: `New task ${n}`,
    }),
  search_tasks: (server, n) => server.call('search_tasks', { query: `${word(n)} number ${n}` }),
  'search_tasks for words that thousands have': (server) =>
    server.call('search_tasks', { query: 'token cache' }),
};

export async function run({ root, peers: wanted }) {
  // Inside the repository, so that packages kept outside of bundles resolve for both.
  const work = mkdtempSync(path.join(root, 'node_modules/.cache-bench-'));
  const projects = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-'));
  try {
    await bundle({
      input: {
        workbench: path.join(root, 'bench/project/workbench.ts'),
        raw: path.join(root, 'bench/project/raw-server.ts'),
      },
      outDir: work,
    });
    const workbench = (...args) => runProgram(path.join(work, 'workbench.cjs'), args);
    const tree = path.join(projects, 'tree');
    const chain = path.join(projects, 'chain');
    workbench('tree', tree, String(size));
    workbench('chain', chain, String(size));
    const next = JSON.parse(workbench('next', tree));

    const servers = async (project) => {
      const copy = path.join(projects, `${path.basename(project)}.db`);
      cpSync(path.join(project, '.ralph/db/ralph.db'), copy);
      const ralph = path.join(root, 'dist/ralph.cjs');
      return {
        ours: await startServer(process.execPath, [
          ...[ralph, 'mcp', '--transport', 'stdio', '--toolsets', 'project', '--root', project],
        ]),
        raw: await startServer(process.execPath, [path.join(work, 'raw.cjs'), copy]),
      };
    };
    const rows = [];
    const peers = await measurePeers({ root, size, wanted });

    const onTree = await servers(tree);
    for (const [name, call] of Object.entries(operations)) {
      const ours = await cpuPerCall(onTree.ours, often, call);
      const raw = await cpuPerCall(onTree.raw, often, call);
      rows.push(...compared(name, ours, raw, peers));
    }
    await Promise.all([onTree.ours.stop(), onTree.raw.stop()]);
    rows.push(...compared('next', next.ours, next.raw, peers, 'plain SQL, both without a server'));

    const onChain = await servers(chain);
    const circle = (server) => server.call('update_task', { id: 1, depends_on: [size] });
    const { isError, structuredContent } = await circle(onChain.ours);
    if (!isError || structuredContent.code !== 'cycle')
      throw new Error(`not refused: ${JSON.stringify(structuredContent)}`);
    const few = { warmUp: 3, times: 5, rounds: 4 };
    const ours = await cpuPerCall(onChain.ours, few, circle);
    const raw = await cpuPerCall(onChain.raw, few, circle);
    await Promise.all([onChain.ours.stop(), onChain.raw.stop()]);
    const [row] = compared(`refused circle of ${size} tasks`, ours, raw, {});
    rows.push({ ...row, limit: undefined, detail: { said: structuredContent.message } });
    for (const [peer, state] of Object.entries(peers.states)) console.error(`${peer}: ${state}`);
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(projects, { recursive: true, force: true });
  }
}

const plainServer = 'plain SQL behind a minimal SDK-v2 server';

/** A row against plain SQL, and one for each peer that has the operation. */
function compared(operation, ours, raw, { values = {} }, plain = plainServer) {
  const name = `${operation}, CPU ms per call at ${size} tasks`;
  const row = (baseline, value) => ({
    name,
    baseline,
    baseline_value: value,
    our_value: ours,
    ratio: ours / value,
    limit: oursAtMost(mostMs),
  });
  return [
    row(plain, raw),
    ...Object.entries(values).flatMap(([peer, measured]) =>
      measured[operation] === undefined ? [] : [row(peer, measured[operation])],
    ),
  ];
}

function runProgram(program, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
