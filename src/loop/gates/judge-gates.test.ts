import { describe, expect, it } from 'vitest';
import { failingNames } from './failing-names.ts';
import { type GateResult, gatesOf } from './gate.ts';
import { judgeGates } from './judge-gates.ts';

const green = (name = 'test'): GateResult => ({
  name,
  ok: true,
  exit_code: 0,
  duration_ms: 5,
  timed_out: false,
  output_tail: '',
  failures: [],
  unnamed_failures: 0,
});
const red = (failures: readonly string[], more: Partial<GateResult> = {}): GateResult => ({
  ...green(),
  ok: false,
  exit_code: 1,
  failures,
  ...more,
});

describe('a strict gate', () => {
  it.each([
    ['is green', green(), green(), true],
    ['became green', green(), red(['a']), true],
    ['fails as before', red(['a']), red(['a']), false],
    ['fails newly', red(['a']), green(), false],
    ['fails without names', red([]), red([]), false],
  ])('that %s', (_, now, before, isGreen) => {
    const judged = judgeGates([now], [before], { test: 'strict' });
    expect(judged.green).toBe(isGreen);
    expect(judged.forgiven).toEqual([]);
  });
});

describe('a tolerant gate', () => {
  const cases: readonly (readonly [string, GateResult, GateResult | undefined, boolean])[] = [
    ['is green', green(), red(['a']), true],
    ['fails as before', red(['a', 'b']), red(['b', 'a']), true],
    ['has fewer failures', red(['a']), red(['a', 'b']), true],
    ['has one more', red(['a', 'c']), red(['a', 'b']), false],
    ['was green', red(['a']), green(), false],
    ['was never run before', red(['a']), undefined, false],
    ['names no failure, as before', red([]), red([]), false],
    ['no longer names them', red([]), red(['a']), false],
    ['counts one that it does not name', red(['a'], { unnamed_failures: 1 }), red(['a']), false],
    ['ran out of time', red(['a'], { timed_out: true, exit_code: null }), red(['a']), false],
    ['was killed', red(['a'], { exit_code: null }), red(['a']), false],
    ['crashed', red(['a'], { exit_code: 139 }), red(['a']), false],
    ['lost its program', red(['a'], { exit_code: 127 }), red(['a']), false],
  ];
  it.each(cases)('that %s', (_, now, before, isGreen) => {
    const judged = judgeGates([now], before ? [before] : [], { test: 'tolerate' });
    expect(judged.green).toBe(isGreen);
    expect(judged.new_failures.length > 0).toBe(!isGreen);
  });

  it('may exit with the number of its failures', () => {
    const failures = Array.from({ length: 130 }, (_, n) => `t${n}`);
    const now = red(failures, { exit_code: 130 });
    expect(judgeGates([now], [now], { test: 'tolerate' }).green).toBe(true);
  });
});

describe('what is said', () => {
  it('of several gates', () => {
    const judged = judgeGates(
      [
        red(['old', 'n1', 'n2', 'n3', 'n4']),
        red([], { name: 'lint', exit_code: 2 }),
        green('build'),
        red([], { name: 'e2e', timed_out: true, exit_code: null }),
      ],
      [red(['old'])],
      { test: 'tolerate', lint: 'strict', build: 'strict', e2e: 'tolerate', types: 'strict' },
    );
    expect(judged).toEqual({
      green: false,
      new_failures: ['test: n1', 'test: n2', 'test: n3', 'test: n4', 'lint', 'e2e', 'types'],
      forgiven: ['test: old'],
      reason:
        'test has 4 new failures: n1, n2, n3 and 1 more; lint failed with exit code 2; e2e ran out of time; types did not run',
    });
  });

  it('of strict failures, killed gates and missing names', () => {
    const reason = (result: GateResult) => judgeGates([result], [], { test: 'strict' }).reason;
    expect(reason(red(['a']))).toBe('test has 1 failure: a');
    expect(reason(red([], { exit_code: null }))).toBe('test was stopped');
    expect(reason(red([], { unnamed_failures: 2 }))).toBe(
      'test has failures that its output does not name',
    );
  });

  it('of what is green', () => {
    const reason = (now: GateResult[], modes: Record<string, 'strict' | 'tolerate'>) =>
      judgeGates(now, [red(['a', 'b'])], modes).reason;
    expect(reason([], {})).toBe('there are no gates');
    expect(reason([green()], { test: 'strict' })).toBe('every gate is green');
    expect(reason([red(['a'])], { test: 'tolerate' })).toBe(
      'every gate is green but for 1 failure that was there before the run',
    );
    expect(reason([red(['a', 'b'])], { test: 'tolerate' })).toBe(
      'every gate is green but for 2 failures that were there before the run',
    );
  });
});

it('a gate without a result is not green, so that a run called off proves nothing', () => {
  expect(judgeGates([], [green()], { test: 'strict' }).green).toBe(false);
});

it('progress is told by names: single failures, or the gate that has none', () => {
  const before = [red(['a', 'b']), red([], { name: 'lint' })];
  const after = [red(['b', 'c'], { unnamed_failures: 1 }), green('lint')];
  expect(failingNames(before)).toEqual(['test: a', 'test: b', 'lint']);
  expect(failingNames(after)).toEqual(['test: b', 'test: c', 'test']);
});

it('gates from the config stand as they are; gates that were found are tolerant', () => {
  const found = [{ name: 'test', run: 'npm test', detected_from: 'package.json' }];
  const written = [{ name: 'lint', run: 'x', baseline: 'strict' }] as const;
  expect(gatesOf(written, found)).toEqual(written);
  expect(gatesOf([], found)).toEqual([]);
  expect(gatesOf(undefined, found)).toEqual([
    { name: 'test', run: 'npm test', baseline: 'tolerate' },
  ]);
});
