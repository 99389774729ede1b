import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../agents/adapter.ts';
import type { GateResult } from '../../gates/gate.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { runOptions } from '../testing/run-options.ts';
import { sampleIterations } from '../testing/sample-run.ts';
import { errorsBefore } from './errors-before.ts';
import { failingOutput } from './failing-output.ts';
import { hearLaunch } from './hear-launch.ts';
import { errorsOf, keptErrors } from './iteration-errors.ts';
import { recordOf } from './record-of.ts';
import { readOperations } from './reflection-prompt.ts';

function heardOf(ids: readonly string[], ...events: readonly AgentEvent[]) {
  const hearing = hearLaunch(ids);
  for (const event of events) hearing.add(event);
  return hearing.heard();
}

const started = (tool: string, input: unknown): AgentEvent => ({
  kind: 'tool_start',
  id: 'call_1',
  tool,
  input,
});
const ended = (tool: string, ok: boolean, output = ''): AgentEvent => ({
  kind: 'tool_end',
  id: 'call_1',
  tool,
  ok,
  output,
});

describe('what is heard of a launch', () => {
  it.each<[string, AgentEvent, readonly string[]]>([
    ['its text', { kind: 'text', text: 'As ctx_1 says.' }, ['ctx_1']],
    ['a skill in brackets', { kind: 'final', text: '[testing-00001] helped' }, ['testing-00001']],
    ['no part of another id', { kind: 'text', text: 'ctx_12 and xtesting-00001' }, []],
    ['a call', started('mcp__ralph__mark_useful', { item_id: 'ctx_1', helpful: true }), ['ctx_1']],
    [
      'but not to call it useless',
      started('mcp__ralph__mark_useful', { item_id: 'ctx_1', helpful: false }),
      [],
    ],
  ])('cites by its id in %s', (_, event, cited) => {
    expect(heardOf(['ctx_1', 'testing-00001'], event).cited).toEqual(cited);
  });

  it('keeps failures of tools with what was asked, but for those that worked in the end', () => {
    const heard = heardOf(
      [],
      started('grep', {}),
      ended('grep', false, 'no match'),
      ended('grep', true),
      started('fetch', { url: 'http://x' }),
      ended('fetch', false, 'refused, key AKIAIOSFODNN7EXAMPLE'),
      ended('silent', false),
    );
    expect(heard.tool_calls).toEqual(['grep', 'fetch']);
    expect(heard.tool_failures).toMatchObject([{ tool: 'fetch' }]);
    expect(heard.tool_failures[0]?.text).toContain('It was asked: {"url":"http://x"}');
    expect(heard.tool_failures[0]?.text).not.toContain('AKIAIOSFODNN7EXAMPLE');
  });
});

const red: GateResult = {
  name: 'test',
  ok: false,
  exit_code: 1,
  duration_ms: 10,
  timed_out: false,
  output_tail: 'not ok 1 - adds\nError: 1 is not 2 (12.5ms)\nduration_ms 3.1\n',
  failures: ['adds', 'old'],
  unnamed_failures: 0,
};

function iteration(over: Partial<StoredIteration> = {}): StoredIteration {
  const [sample] = sampleIterations;
  if (!sample) throw new Error('there is no sample');
  const memory = { snapshot: 's', gates_launch: 'g', start_tree: 't', task: null };
  const judgement = { green: false, new_failures: ['test: adds'], forgiven: [], reason: '' };
  return { ...sample, status: 'accepted', gates: [red], judgement, memory, ...over };
}

describe('the errors of an iteration', () => {
  it('are those of gates that count, by name, without what is different each time', () => {
    expect(errorsOf(iteration())).toEqual([
      {
        kind: 'gate',
        name: 'test',
        text: 'The gate test failed: adds\nnot ok 1 - adds\nError: 1 is not 2',
        question: 'adds\nError: 1 is not 2',
      },
    ]);
    const forgiven = { green: true, new_failures: [], forgiven: ['test: old'], reason: '' };
    expect(errorsOf(iteration({ judgement: forgiven }))).toEqual([]);
  });

  it('say nothing of what passed', () => {
    const output_tail = 'TAP version 13\n1..2\nok 1 - pays (3ms)\nnot ok 2 - adds\n  ✔ loads\n';
    const [error] = errorsOf(iteration({ gates: [{ ...red, output_tail }] }));
    expect(error).toMatchObject({
      text: 'The gate test failed: adds\nnot ok 2 - adds',
      question: 'adds',
    });
  });

  it('have the ids under which the memory keeps them, as far as it told them all', () => {
    const told = (errors: readonly string[]) => {
      const remembered = { id: 'ctx_i', errors: [...errors], fixed: [] };
      return keptErrors(iteration({ memory: { ...iteration().memory, remembered } }));
    };
    expect(told(['ctx_e'])).toEqual(new Map([['test', 'ctx_e']]));
    expect(told([])).toEqual(new Map());
    expect(keptErrors(iteration())).toEqual(new Map());
  });

  it('tell why it was taken back, and nothing of a launch that was broken off', () => {
    const gone = { gates: [], judgement: null, verdict: 'it changed what it may not: a.txt' };
    expect(errorsOf(iteration({ ...gone, status: 'rejected' }))).toMatchObject([
      { kind: 'guard', text: expect.stringContaining('it changed what it may not: a.txt') },
    ]);
    expect(errorsOf(iteration({ status: 'abandoned' }))).toEqual([]);
  });
});

describe('what the gates found before the run', () => {
  const at = (number: number, over: Partial<StoredIteration>) => iteration({ number, ...over });
  const green = { ...red, ok: true, failures: [] };
  const stillRed = at(1, { gates: [red] });
  const mended = at(2, { gates: [green] });
  const start = (baseline: 'strict' | 'tolerate') => ({
    options: runOptions({ gates: [{ name: 'test', run: 'npm test', baseline }] }),
    baseline: [red],
  });

  it.each<[string, 'strict' | 'tolerate', readonly StoredIteration[], readonly string[]]>([
    ['what counts: with the first', 'strict', [stillRed], ['test']],
    ['what counts: not again', 'strict', [stillRed, mended], []],
    ['what was let pass and is there still', 'tolerate', [stillRed], []],
    ['what was let pass and is mended', 'tolerate', [stillRed, mended], ['test']],
    ['what was let pass and mended before', 'tolerate', [mended, at(3, { gates: [green] })], []],
    ['what was mended and taken back', 'tolerate', [{ ...mended, status: 'rejected' }], []],
  ])('is told with an iteration: %s', (_, mode, iterations, names) => {
    const [last, ...earlier] = [...iterations].reverse();
    if (!last) throw new Error('there is no iteration');
    const found = errorsBefore(start(mode), last, earlier);
    expect(found.map(({ name }) => name)).toEqual(names);
    for (const { text } of found) expect(text).toMatch(/^The gate test failed: adds, old\n/);
  });
});

describe('what a red gate printed', () => {
  it.each([
    ['cargo', 'test a::b ... ok\ntest a::c ... FAILED', 'test a::c ... FAILED'],
    ['pytest', 't.py::test_a PASSED\nt.py::test_b FAILED', 't.py::test_b FAILED'],
    ['go', 'ok  \tshop/cart\t0.004s\n--- FAIL: TestAdd', '--- FAIL: TestAdd'],
    ['jest', 'PASS src/a.test.ts\nFAIL src/b.test.ts', 'FAIL src/b.test.ts'],
    ['unittest', 'test_a (t.A) ... ok\ntest_b (t.A) ... FAIL', 'test_b (t.A) ... FAIL'],
    ['nothing that failed', '✓ all of it', '✓ all of it'],
    ['prose', 'It is ok.\nok, go on', 'It is ok.\nok, go on'],
  ])('is kept without what passed: %s', (_, output, kept) => {
    expect(failingOutput(output)).toBe(kept);
  });
});

describe('what the memory is told', () => {
  const judgement = { green: true, new_failures: [], forgiven: [], reason: '' };
  const memory = iteration().memory;

  it.each<[string, Partial<StoredIteration>, boolean]>([
    ['green and moved', { judgement, memory: { ...memory, moved: true } }, true],
    ['green and complete', { judgement, memory: { ...memory, complete: true } }, true],
    ['green, but nothing moved', { judgement, memory: { ...memory, moved: false } }, false],
    ['red', { memory: { ...memory, moved: true } }, false],
    ['the agent failed', { judgement, memory: { ...memory, moved: true, failed: 'x' } }, false],
    ['taken back', { status: 'rejected', judgement, memory: { ...memory, moved: true } }, false],
    ['broken off', { status: 'abandoned', judgement, memory: { ...memory, moved: true } }, false],
  ])('is a success or not: %s', (_, over, success) => {
    const { status = 'accepted' } = over;
    if (status === 'running') throw new Error('it has not ended');
    const record = recordOf({ ...iteration(over), status });
    expect(record.success).toBe(success);
    if (status !== 'accepted') expect(record).toMatchObject({ artifacts: [] });
  });
});

describe('the answer to a reflection', () => {
  const operation = { type: 'ADD', section: 'testing', content: 'Run the tests first.' };
  const batch = JSON.stringify({ reasoning: 'it helped', operations: [operation] });

  it.each([
    ['alone', batch],
    ['in a fence', `I thought about {it}.\n\`\`\`json\n${batch}\n\`\`\`\nThat is all.`],
    ['after other words', `Here it is {as asked}: ${batch}`],
    ['after a draft', `\`\`\`json\n{"operations": "later"}\n\`\`\`\n\`\`\`\n${batch}\n\`\`\``],
  ])('is found %s', (_, answer) => {
    expect(readOperations(answer)).toMatchObject({ ok: true, operations: [operation] });
  });

  it.each([
    ['words alone', 'Nothing was learnt.'],
    ['broken JSON', batch.slice(0, -5)],
    ['another shape', '{"operations": [{"type": "DROP TABLE"}]}'],
    [
      'too much at once',
      JSON.stringify({ operations: Array.from({ length: 26 }, () => operation) }),
    ],
  ])('is refused: %s', (_, answer) => {
    expect(readOperations(answer)).toMatchObject({ ok: false });
  });
});
