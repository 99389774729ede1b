import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';

const budgets = { iterations: 10, minutes: 5, stall: 2 };

describe('a run stops', () => {
  it('when nothing moves, and says so; text alone moves nothing', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ say: 'I have done a lot' }] }],
      options: { budgets, gates: [{ name: 'ok', run: 'date >> noise.txt', baseline: 'strict' }] },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'stopped', exit_code: 1 });
    expect(ended.reason).toMatch(
      /^nothing has moved for 2 iterations: the agent has not promised completion/,
    );
    expect(await run.store.iterations(run.id)).toHaveLength(2);
  });

  it('when it goes round in circles', async () => {
    const flip = 'if [ -f x ]; then rm x; else touch x; fi';
    const run = await sampleRun({ turns: [{ steps: [{ run: flip }] }], options: { budgets } });
    expect((await run.execute()).reason).toContain('nothing has moved');
    expect((await run.store.iterations(run.id)).length).toBeLessThan(5);
  });

  it('at the cap: a launch that passes it is ended and judged, and none is started after', async () => {
    const run = await sampleRun({
      turns: [
        {
          steps: [
            { write: 'b.txt', text: 'b' },
            { event: { kind: 'cost', usd: 0.6 } },
            { event: { kind: 'cost', usd: 0.6 } },
            { sleep_ms: 60_000 },
          ],
        },
      ],
      options: { budgets: { ...budgets, cost_usd: 1 } },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'stopped', exit_code: 1, spend: { cost_usd: 1.2 } });
    expect(ended.reason).toContain('budget of 1 US dollar ');
    expect(await run.store.iterations(run.id)).toMatchObject([
      { status: 'accepted', agent_ended: 'out_of_budget', changed_files: ['b.txt'] },
    ]);
  });

  it('before it starts, when a cap could not be held', async () => {
    const agents = [{ name: 'custom' as const, command: 'true' }];
    const run = await sampleRun({ options: { agents, budgets: { ...budgets, cost_usd: 1 } } });
    expect((await run.execute()).reason).toContain('custom reports no cost');
    expect(await run.store.iterations(run.id)).toEqual([]);
  });

  it('at once when the agent cannot be started or is not logged in, and goes on when that is mended', async () => {
    const denied = { event: { kind: 'error', message: '401 Unauthorized', auth: true } };
    const run = await sampleRun({
      turns: [{ steps: [denied, { exit: 1 }] }],
      options: { budgets },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'failed', exit_code: 1 });
    expect(ended.reason).toContain('demo is not logged in, or may not be used: 401');
    run.setTurns([{ steps: [{ say: promise }] }]);
    expect(await run.execute()).toMatchObject({ status: 'complete', exit_code: 0 });
    const iterations = await run.store.iterations(run.id);
    expect(iterations.map(({ number, attempt, status }) => [number, attempt, status])).toEqual([
      [1, 1, 'abandoned'],
      [1, 2, 'accepted'],
    ]);

    const missing = await sampleRun({
      options: { agents: [{ name: 'demo', command: 'no-such-program' }], budgets },
    });
    expect((await missing.execute()).reason).toContain('no program "no-such-program"');
  });

  it('after three failures in a row, with the error', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ event: { kind: 'error', message: 'out of cheese' } }, { exit: 3 }] }],
      options: { budgets: { ...budgets, stall: 9 } },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'failed' });
    expect(ended.reason).toBe('the agent failed 3 times in a row: out of cheese');
  });

  it('when it was cancelled: the broken iteration is kept apart and the tree as it was', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ write: 'half.txt', text: 'half' }, { sleep_ms: 60_000 }] }],
    });
    const ended = await run.execute({
      listener: {
        event({ event }) {
          if (event.kind === 'agent' && event.event.kind === 'tool_end')
            void run.store.requestCancel(run.id, 'ada');
        },
      },
    });
    expect(ended).toMatchObject({ status: 'cancelled', exit_code: 130 });
    const [iteration] = await run.store.iterations(run.id);
    expect(iteration).toMatchObject({ status: 'abandoned' });
    expect(iteration?.rejection?.how_to_recover).toContain(`refs/ralph/partial/${run.id}/1`);
    expect(existsSync(path.join(run.root, 'half.txt'))).toBe(false);
    run.setTurns([{ steps: [{ say: promise }] }]);
    expect(await run.execute()).toMatchObject({ status: 'complete', cancel_requested: false });
  });

  it('an agent that has fallen silent, and judges what it did', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ write: 'b.txt', text: 'b' }, { say: promise }, { sleep_ms: 60_000 }] }],
      options: { budgets: { ...budgets, idle_minutes: 0.02 } },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(await run.store.iterations(run.id)).toMatchObject([{ agent_ended: 'idle' }]);
  });
});
