import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../testing/temporary-folder.ts';
import { storyOf } from '../report/story.ts';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';

const budgets = { iterations: 4, minutes: 5, stall: 5 };
const testFile = 'cart.test.js';
const tests =
  "test('adds', () => { expect(add(1, 1)).toBe(2); });\ntest('takes', () => { expect(take(2, 1)).toBe(1); });\n";

it('a promise that nothing stands behind ends the run, and the run says that nothing was changed', async () => {
  const gate = { name: 'ok', run: 'true', baseline: 'strict' } as const;
  const options = { budgets, gates: [gate] };
  const idle = await sampleRun({ turns: [{ steps: [{ say: promise }] }], options });
  expect(await idle.execute()).toMatchObject({
    status: 'complete',
    reason: 'the agent promised completion, and every gate is green; the run has changed nothing',
  });
  const steps = [{ write: 'made.txt', text: 'x' }, { say: promise }];
  const busy = await sampleRun({ turns: [{ steps }], options });
  expect((await busy.execute()).reason).not.toContain('nothing');
});

describe('tampering', () => {
  it('refuses completion until a person approves, and then no agent is launched again', async () => {
    const run = await sampleRun({
      files: { [testFile]: tests },
      turns: [
        {
          steps: [
            { write: testFile, text: "test('adds', () => { expect(add(1, 1)).toBe(2); });\n" },
            { say: promise },
          ],
        },
      ],
      options: { budgets, gates: [{ name: 'test', run: 'true', baseline: 'strict' }] },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'stopped', exit_code: 1, phase: 'needs_approval' });
    expect(ended.reason).toContain(`${testFile} lost 1 test`);
    expect(ended.reason).toContain(`ralph runs approve ${run.id}`);
    expect(await run.kinds()).toContain('tampering');

    await run.store.approve(run.id, 'ada');
    run.setTurns([{ steps: [{ write: 'launched-again', text: '' }] }]);
    expect(await run.execute()).toMatchObject({ status: 'complete', exit_code: 0, phase: null });
    expect(await run.store.iterations(run.id)).toHaveLength(1);
  });

  it('counts from the start of the run: what the run itself wrote it may rewrite', async () => {
    const run = await sampleRun({
      turns: [
        { until_exists: testFile, steps: [{ write: testFile, text: tests }] },
        { steps: [{ write: testFile, text: tests.replace(/^.*\n/, '') }, { say: promise }] },
      ],
      options: { budgets },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
  });
});

describe('the baseline', () => {
  it('forgives what failed before the run only where that is asked for', async () => {
    const gate = { name: 'test', run: 'printf "1..1\\nnot ok 1 - old\\n"; exit 1' };
    for (const [baseline, status, told] of [
      ['tolerate', 'complete', { forgiven: true }],
      ['strict', 'stopped', {}],
    ] as const) {
      const run = await sampleRun({
        turns: [{ steps: [{ write: 'new', text: '' }, { say: promise }] }],
        options: { budgets: { ...budgets, iterations: 1 }, gates: [{ ...gate, baseline }] },
      });
      const ended = await run.execute();
      expect(ended).toMatchObject({ status });
      expect(ended.reason?.includes('but for 1 failure that was there')).toBe(
        status === 'complete',
      );
      const events = await run.store.events(run.id, { after: 0, limit: 100 });
      const [before, after] = events
        .map(({ event }) => event)
        .filter(({ kind }) => kind === 'gate');
      expect(before).not.toHaveProperty('forgiven');
      const story = events.flatMap(({ event }) =>
        storyOf(event, { tools: 'none', system: 'summary', final: false }).map(({ text }) => text),
      );
      const meaning = {
        tolerate: 'forgiven; set its baseline to strict if the work is to mend it',
        strict: 'has to turn green',
      }[baseline];
      expect(story).toContain(`Before the run these were red: test (${meaning})`);
      expect({ ...after, kind: undefined, result: undefined }).toEqual(told);
    }
  });

  it('forgives nothing to a promise without any change', async () => {
    const gate = { name: 'test', run: 'printf "1..1\\nnot ok 1 - old\\n"; exit 1' };
    const run = await sampleRun({
      turns: [{ steps: [{ say: promise }] }],
      options: {
        budgets: { ...budgets, stall: 2 },
        gates: [{ ...gate, baseline: 'tolerate' }],
        allow_edits: true,
      },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'stopped', exit_code: 1 });
    const verdict =
      'the agent promised completion, but nothing was changed in this run and what failed before fails still: test: old';
    expect(ended.reason).toContain(verdict);
    expect(run.asked[1]?.last_verdict).toContain(verdict);
  });

  it('is forgiven to a run that may change nothing', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ say: promise }] }],
      options: {
        budgets,
        gates: [
          { name: 'test', run: 'printf "1..1\\nnot ok 1 - old\\n"; exit 1', baseline: 'tolerate' },
        ],
        allow_edits: false,
      },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
  });

  it('ends the run before the first launch when a gate cannot start', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ write: 'launched', text: '' }] }],
      files: { check: '#!/no/such/shell\n' },
      options: { budgets, gates: [{ name: 'test', run: 'sh -c ./check', baseline: 'tolerate' }] },
    });
    chmodSync(path.join(run.root, 'check'), 0o755);
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'failed', exit_code: 1 });
    expect(ended.reason).toMatch(
      /^The gate "test" \(sh -c \.\/check\) cannot run: it could not start/,
    );
    expect(ended.reason).toContain(`ralph runs resume ${run.id}`);
    expect(await run.store.iterations(run.id)).toEqual([]);

    writeFiles(run.root, { check: '#!/bin/sh\n' });
    run.setTurns([{ steps: [{ say: promise }] }]);
    expect(await run.execute()).toMatchObject({ status: 'complete' });
  });

  it('lets a run write the check that its gate wants', async () => {
    const run = await sampleRun({
      turns: [
        {
          steps: [
            { write: 'check', text: '#!/bin/sh\n' },
            { run: 'chmod +x check' },
            { say: promise },
          ],
        },
      ],
      options: { budgets, gates: [{ name: 'test', run: './check', baseline: 'strict' }] },
    });
    await run.execute();
    const [iteration] = await run.store.iterations(run.id);
    expect(iteration?.gates?.[0]).toMatchObject({ name: 'test', exit_code: 0 });
  });

  it('says that a gate can no longer start', async () => {
    const run = await sampleRun({
      files: { 'check.sh': 'exit 0\n' },
      turns: [{ steps: [{ run: 'rm check.sh' }, { say: promise }] }],
      options: {
        budgets: { ...budgets, iterations: 1 },
        gates: [{ name: 'test', run: 'bash check.sh', baseline: 'strict' }],
      },
    });
    expect(await run.execute()).toMatchObject({ status: 'stopped' });
    const [iteration] = await run.store.iterations(run.id);
    expect(iteration?.verdict).toContain('test could not start (exit code 127)');
    expect(iteration?.tampering).toEqual([expect.stringContaining('check.sh')]);
  });

  it('is not run again for an iteration that changed nothing while it was green', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ say: promise }] }],
      options: {
        budgets,
        gates: [{ name: 'test', run: 'echo ran >> .ralph/times', baseline: 'strict' }],
      },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect((await run.kinds()).filter((kind) => kind === 'gate')).toHaveLength(1);
    expect((await run.store.iterations(run.id))[0]?.verdict).toContain('nothing has changed since');
  });
});

describe('work that is done', () => {
  const work = { measure: async () => ({ mode: 'prd', stories: 2, passing: 2 }) as const };

  it('before the first launch needs none', async () => {
    const run = await sampleRun({ work, options: { mode: 'prd', budgets } });
    expect(await run.execute()).toMatchObject({ status: 'complete', exit_code: 0 });
    expect(await run.store.iterations(run.id)).toEqual([]);
  });

  it('is not done with a red gate, whatever it claims', async () => {
    const gates = [{ name: 'test', run: 'test -f fixed', baseline: 'strict' as const }];
    const turns = [{ steps: [{ write: 'fixed', text: '' }] }];
    const run = await sampleRun({ work, turns, options: { mode: 'prd', gates, budgets } });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(await run.store.iterations(run.id)).toHaveLength(1);
  });

  it('counts as open again in the verdict when a red gate reopened it', async () => {
    let passing = 1;
    const run = await sampleRun({
      work: {
        measure: async () => ({ mode: 'prd', stories: 2, passing }) as const,
        accepted: async () => {
          passing = 0;
        },
      },
      turns: [{ steps: [{ write: 'new', text: '' }] }],
      options: {
        mode: 'prd',
        gates: [{ name: 'test', run: 'false', baseline: 'strict' }],
        budgets: { ...budgets, iterations: 1 },
      },
    });
    await run.execute();
    expect((await run.store.iterations(run.id))[0]?.verdict).toBe(
      '2 of 2 stories do not pass, and test failed with exit code 1',
    );
  });

  it('is no progress when a red gate reopened it, however often it is claimed', async () => {
    let launches = 0;
    let claimed = false;
    const run = await sampleRun({
      work: {
        measure: async (lastText) => {
          if (lastText !== '') claimed = launches++ % 2 === 0;
          return { mode: 'prd', stories: 2, passing: claimed ? 1 : 0 } as const;
        },
        accepted: async () => {
          claimed = false;
        },
      },
      turns: [{ steps: [{ say: 'All done.' }] }],
      options: {
        mode: 'prd',
        gates: [{ name: 'test', run: 'false', baseline: 'strict' }],
        budgets: { ...budgets, stall: 2 },
      },
    });
    expect((await run.execute()).reason).toMatch(/^nothing has moved for 2 iterations: /);
    const [first] = await run.store.iterations(run.id);
    expect(first?.memory).toMatchObject({ moved: false, footprint: { closed: 0 } });
  });

  it('is only judged when no iteration is allowed', async () => {
    const none = { ...budgets, iterations: 0 };
    const run = await sampleRun({ options: { budgets: none } });
    expect(await run.execute()).toMatchObject({ status: 'stopped', exit_code: 1 });
    expect(await run.store.iterations(run.id)).toEqual([]);
  });
});

describe('a note', () => {
  it('reaches the next iteration', async () => {
    const run = await sampleRun({ turns: [{ steps: [{ say: promise }] }], options: { budgets } });
    await run.store.addNote(run.id, 'use tabs', 'ada');
    await run.execute();
    expect(run.asked.map(({ notes }) => notes)).toEqual([['use tabs']]);
    expect(await run.kinds()).toContain('note');
  });
});

describe('a folder without git', () => {
  it('is worked in all the same', async () => {
    const { temporaryFolder } = await import('../../testing/temporary-folder.ts');
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'a' });
    const turns = [{ steps: [{ write: 'b.txt', text: 'b' }, { say: promise }] }];
    const run = await sampleRun({ root, turns, options: { budgets } });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(await run.store.iterations(run.id)).toMatchObject([{ changed_files: ['b.txt'] }]);
    expect(path.isAbsolute(run.root)).toBe(true);
  });
});
