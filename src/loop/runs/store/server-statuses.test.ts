import { expect, it } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { createLogger } from '../../../base/logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { queueRun } from '../testing/queue-run.ts';
import { runStore } from './run-store.ts';
import { serverStatuses } from './server-statuses.ts';

it("gives each agent's last word on Ralph's server, and nothing of other servers", async () => {
  const database = await openProjectDatabase(
    temporaryFolder(),
    createLogger({ write: () => undefined }),
  );
  const store = runStore(database);
  await queueRun(database, { id: 'run_1' });
  for (const [number, agent] of [
    [1, 'claude'],
    [2, 'codex'],
  ] as const) {
    await store.write('run_1', {
      newIteration: {
        run_id: 'run_1',
        number,
        attempt: 1,
        agent,
        session_id: null,
        task_id: null,
        launch_id: `launch_${number}`,
        started_at: '2026-01-01T00:00:00.000Z',
        memory: { snapshot: 's', gates_launch: 'g', start_tree: 'x', task: null },
      },
    });
  }
  const told = (iteration: number, server: string, status: 'connected' | 'failed') =>
    store.record('run_1', iteration, {
      kind: 'agent',
      event: { kind: 'mcp_status', server, status },
    });
  await told(1, 'ralph', 'failed');
  await told(1, 'ralph', 'connected');
  await told(2, 'ralph', 'connected');
  await told(2, 'other', 'failed');

  const statuses = await serverStatuses(database);
  expect(statuses.map(({ agent, status }) => [agent, status]).sort()).toEqual([
    ['claude', 'connected'],
    ['codex', 'connected'],
  ]);
});
