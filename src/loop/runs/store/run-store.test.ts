import { describe, expect, it } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { createLogger } from '../../../base/logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { queueRun } from '../testing/queue-run.ts';
import { runOptions } from '../testing/run-options.ts';
import { runStore } from './run-store.ts';

async function openStore() {
  const logger = createLogger({ write: () => undefined });
  const database = await openProjectDatabase(temporaryFolder(), logger);
  return { store: runStore(database), database };
}
const iteration = (over: object = {}) => ({
  run_id: 'run_1',
  number: 1,
  attempt: 1,
  agent: 'demo',
  session_id: null,
  task_id: null,
  launch_id: 'launch_1',
  started_at: '2026-01-01T00:00:00.000Z',
  memory: { snapshot: 'snap_1', gates_launch: 'gate_1', start_tree: 'x', task: null },
  ...over,
});

describe('the runs of a project', () => {
  it('are found by id, by the start of one, and as the latest', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_aa1' });
    await queueRun(database, { id: 'run_ab2' });
    expect((await store.find('run_aa')).id).toBe('run_aa1');
    expect((await store.find('latest')).id).toBe('run_ab2');
    expect((await store.get('run_ab2')).options).toEqual(runOptions());
    await expect(store.find('run_a')).rejects.toThrow('fits several runs: run_aa1, run_ab2');
    await expect(store.find('run_z')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.get('run_a')).rejects.toMatchObject({ code: 'not_found' });
    expect((await store.list({ limit: 1 })).map(({ id }) => id)).toEqual(['run_ab2']);
    expect(await store.list({ limit: 5, status: 'complete' })).toEqual([]);
  });

  it('number their events without a gap, without secrets and not without end', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.record('run_1', null, {
          kind: 'warning',
          message: `ghp_${'a1'.repeat(18)} ${'long '.repeat(2_000)}`,
        }),
      ),
    );
    const events = await store.events('run_1', { after: 5, limit: 100 });
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, at) => at + 6));
    const event = events[0]?.event;
    if (event?.kind !== 'warning') throw new Error('another event');
    expect(event.message).not.toContain('a1a1a1');
    expect(event.message.length).toBeLessThan(5_000);
  });

  it('write rows and events together or not at all', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await store.write('run_1', { newIteration: iteration() });
    const twice = store.write('run_1', {
      newIteration: iteration(),
      run: { status: 'failed' },
      events: [{ iteration: 1, event: { kind: 'note', text: 'never' } }],
    });
    await expect(twice).rejects.toThrow();
    expect((await store.get('run_1')).status).toBe('queued');
    expect(await store.events('run_1', { after: 0, limit: 9 })).toEqual([]);
  });

  it('add up what their launches have spent, broken ones too', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    for (const [attempt, cost_usd] of [
      [1, null],
      [2, 0.5],
    ] as const) {
      await store.write('run_1', { newIteration: iteration({ attempt }) });
      await store.write('run_1', {
        iteration: {
          key: { run_id: 'run_1', number: 1, attempt },
          patch: { status: 'abandoned', spend: { input_tokens: 10, output_tokens: 1, cost_usd } },
        },
      });
      const { spend } = await store.get('run_1');
      expect(spend).toEqual({ input_tokens: 10 * attempt, output_tokens: attempt, cost_usd });
    }
    expect((await store.iterations('run_1')).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });
});

describe('people and a run', () => {
  it('give it notes, which reach one iteration however often it is tried', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await store.addNote('run_1', 'use tabs', 'ada');
    expect(await store.takeNotes('run_1', 1)).toEqual(['use tabs']);
    await store.addNote('run_1', 'no, spaces', 'ada');
    expect(await store.takeNotes('run_1', 1)).toEqual(['use tabs', 'no, spaces']);
    expect(await store.takeNotes('run_1', 2)).toEqual([]);
  });

  it('cancel what goes on, and are told when it has ended', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await store.requestCancel('run_1', 'ada');
    expect((await store.get('run_1')).cancel_requested).toBe(true);
    await store.write('run_1', { run: { status: 'cancelled', exit_code: 130 } });
    await expect(store.requestCancel('run_1', 'ada')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('give notes to a run that can go on, and to no other', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await store.write('run_1', { run: { status: 'stopped', exit_code: 1 } });
    await store.addNote('run_1', 'mind the tea', 'ada');
    expect(await store.takeNotes('run_1', 3)).toEqual(['mind the tea']);
    await store.markUndone('run_1');
    await expect(store.addNote('run_1', 'late', 'ada')).rejects.toMatchObject({
      message: 'Run run_1 was undone. A note reaches only a run that goes on.',
      hint: 'Start a new one: ralph run',
    });
    await queueRun(database, { id: 'run_2' });
    await store.write('run_2', { run: { status: 'complete', exit_code: 0 } });
    await expect(store.addNote('run_2', 'late', 'ada')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('approve the findings there are, not those to come', async () => {
    const { store, database } = await openStore();
    await queueRun(database, { id: 'run_1' });
    await expect(store.approve('run_1', 'ada')).rejects.toMatchObject({ code: 'conflict' });
    await store.write('run_1', { newIteration: iteration() });
    const key = { run_id: 'run_1', number: 1, attempt: 1 };
    await store.write('run_1', {
      iteration: { key, patch: { tampering: ['a.test lost 1 test'] } },
    });
    expect(await store.approve('run_1', 'ada')).toEqual(['a.test lost 1 test']);
    expect(await store.get('run_1')).toMatchObject({
      approved: true,
      approved_findings: ['a.test lost 1 test'],
    });
    await expect(store.approve('run_1', 'ada')).rejects.toMatchObject({ code: 'conflict' });

    await store.write('run_1', { iteration: { key, patch: { tampering: ['b.test is gone'] } } });
    await store.markUndone('run_1');
    await expect(store.approve('run_1', 'ada')).rejects.toMatchObject({
      message: 'Run run_1 was undone. There is nothing left to approve.',
    });
  });
});
