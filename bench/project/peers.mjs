// The task servers of others, given a project of the same size in their own format. Few calls, because they are slow.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cpuPerCall, startServer } from './mcp-process.mjs';

const few = { warmUp: 1, times: 4 };

/** What each peer took for each operation it has, and in what state it is. */
export async function measurePeers({ root, size, wanted }) {
  const folder = path.join(root, 'bench/peers');
  const values = {};
  const states = {};
  for (const [name, peer] of Object.entries(peers)) {
    const program = path.join(folder, 'node_modules/.bin', peer.binary);
    if (!existsSync(program) && wanted) install(folder);
    if (!existsSync(program)) {
      states[name] = 'not installed (npm run bench -- project --peers installs it)';
      continue;
    }
    const project = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-peer-'));
    try {
      peer.fill(project, size);
      const server = await startServer(program, peer.args, {
        cwd: project,
        env: { ...process.env, ...peer.env },
      });
      try {
        values[name] = {};
        for (const [operation, call] of Object.entries(peer.operations)) {
          values[name][operation] = await cpuPerCall(server, few, async (to, n) =>
            refuseErrors(name, operation, await call(to, n, project)),
          );
        }
        states[name] = 'measured';
      } finally {
        await server.stop();
      }
    } catch (thrown) {
      states[name] = `could not be measured: ${thrown.message}`;
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  }
  return { values, states };
}

function install(folder) {
  console.error('installing the peers (1.5 GB) …');
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function refuseErrors(peer, operation, result) {
  if (result.isError) throw new Error(`${peer} ${operation}: ${JSON.stringify(result.content)}`);
}

const description = 'Handles the token and the cache and the index. '.repeat(8);
const dependenciesOf = (id) =>
  [...new Set([Math.floor(id / 2), id - 1 - (id % 13)])].filter((one) => one > 0);

const peers = {
  'task-master-ai 0.43.1': {
    binary: 'task-master-ai',
    args: [],
    env: { TASK_MASTER_TOOLS: 'all' },
    fill(project, size) {
      const folder = path.join(project, '.taskmaster/tasks');
      mkdirSync(folder, { recursive: true });
      const tasks = Array.from({ length: size }, (_, place) => ({
        id: place + 1,
        title: `token cache number ${place}`,
        description,
        details: '',
        testStrategy: '',
        status: place % 3 === 0 ? 'done' : 'pending',
        priority: 'medium',
        dependencies: dependenciesOf(place + 1),
        subtasks: [],
      }));
      const created = '2026-01-01T00:00:00.000Z';
      const master = { tasks, metadata: { created, updated: created, description: '' } };
      writeFileSync(path.join(folder, 'tasks.json'), JSON.stringify({ master }));
    },
    operations: {
      list_tasks: (server, _, projectRoot) =>
        server.call('get_tasks', { projectRoot, withSubtasks: false }),
      get_task: (server, n, projectRoot) =>
        server.call('get_task', { projectRoot, id: String(n + 100) }),
      create_task: (server, n, projectRoot) =>
        server.call('add_task', { projectRoot, title: `New ${n}`, description: 'New' }),
      next: (server, _, projectRoot) => server.call('next_task', { projectRoot }),
    },
  },
  'backlog.md 1.52.0': {
    binary: 'backlog',
    args: ['mcp', 'start'],
    env: {},
    fill(project, size) {
      const folder = path.join(project, 'backlog/tasks');
      mkdirSync(folder, { recursive: true });
      spawnSync('git', ['init', '-q', project]);
      writeFileSync(
        path.join(project, 'backlog/config.yml'),
        [
          'project_name: "bench"',
          'default_status: "To Do"',
          'statuses: ["To Do", "In Progress", "Done"]',
          'labels: []',
          'date_format: yyyy-mm-dd',
          'remote_operations: false',
          'auto_commit: false',
          'check_active_branches: false',
          'task_prefix: "task"',
          '',
        ].join('\n'),
      );
      for (let id = 1; id <= size; id++) {
        writeFileSync(path.join(folder, `task-${id} - token-cache-${id}.md`), markdownTask(id));
      }
    },
    operations: {
      list_tasks: (server) => server.call('task_list', {}),
      get_task: (server, n) => server.call('task_view', { id: `task-${n + 1}` }),
      create_task: (server, n) => server.call('task_create', { title: `New ${n}` }),
      search_tasks: (server, n) => server.call('task_search', { query: `token number ${n}` }),
    },
  },
};

function markdownTask(id) {
  return [
    '---',
    `id: TASK-${id}`,
    `title: token cache number ${id}`,
    `status: ${id % 3 === 0 ? 'Done' : 'To Do'}`,
    'assignee: []',
    "created_date: '2026-01-01 00:00'",
    'labels: []',
    `dependencies: [${dependenciesOf(id)
      .map((one) => `TASK-${one}`)
      .join(', ')}]`,
    '---',
    '',
    '## Description',
    '',
    '<!-- SECTION:DESCRIPTION:BEGIN -->',
    description,
    '<!-- SECTION:DESCRIPTION:END -->',
    '',
  ].join('\n');
}
