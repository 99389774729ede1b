import { describe, expect, it } from 'vitest';
import { spentBudget, unmeasurableBudget } from './budgets.ts';
import { judgeCompletion, type Proof } from './completion.ts';
import { type Footprint, movement, stalledFor } from './progress.ts';
import { promise, promisesCompletion } from './promise.ts';

describe('the promise', () => {
  it.each([
    ['alone on the last line', `Done.\n${promise}`, true],
    ['followed by blank lines', `${promise}\n\n  \n`, true],
    ['with Windows line ends', `ok\r\n${promise}\r\n`, true],
    ['in the middle', `${promise}\nand now the rest`, false],
    ['inside a sentence', `I will print ${promise} when done`, false],
    ['quoted', `"${promise}"`, false],
    ['in other letters', promise.toLowerCase(), false],
    ['absent', 'All done!', false],
    ['in nothing', '', false],
  ])('%s', (_, text, counts) => {
    expect(promisesCompletion(text)).toBe(counts);
  });
});

describe('judgeCompletion', () => {
  const proof: Proof = {
    gatesGreen: true,
    gateReason: 'every gate is green',
    tampering: [],
    approved: false,
    rejected: false,
    forgivenIdle: [],
  };
  const red = { ...proof, gatesGreen: false, gateReason: 'test fails' };

  it.each([
    ['a promise with green gates', { mode: 'prompt', promised: true }, proof, true],
    ['no promise', { mode: 'prompt', promised: false }, proof, false],
    ['a promise with a red gate', { mode: 'prompt', promised: true }, red, false],
    ['all stories, silently', { mode: 'prd', stories: 3, passing: 3 }, proof, true],
    ['a story missing', { mode: 'prd', stories: 3, passing: 2 }, proof, false],
    ['all stories with a red gate', { mode: 'prd', stories: 3, passing: 3 }, red, false],
    ['no open task', { mode: 'tasks', open: 0, done: 4, promised: false }, proof, true],
    ['an open task', { mode: 'tasks', open: 1, done: 3, promised: true }, proof, false],
    ['every topic ticked', { mode: 'topics', open: 0, promised: false }, proof, true],
    ['an open topic', { mode: 'topics', open: 2, promised: false }, proof, false],
    ['a promise with open topics', { mode: 'topics', open: 2, promised: true }, proof, true],
    ['no topics and no promise', { mode: 'topics', open: null, promised: false }, proof, false],
    [
      'a promise without a change, with a red gate that is forgiven',
      { mode: 'prompt', promised: true },
      { ...proof, forgivenIdle: ['test: adds'] },
      false,
    ],
    [
      'tasks that needed no change',
      { mode: 'tasks', open: 0, done: 1, promised: false },
      { ...proof, forgivenIdle: ['test: adds'] },
      true,
    ],
    [
      'a rejected iteration',
      { mode: 'prompt', promised: true },
      { ...proof, rejected: true },
      false,
    ],
    [
      'tampering',
      { mode: 'prompt', promised: true },
      { ...proof, tampering: ['a test was deleted'] },
      false,
    ],
    [
      'tampering that a person approved',
      { mode: 'prompt', promised: true },
      { ...proof, tampering: ['a test was deleted'], approved: true },
      true,
    ],
  ] as const)('%s', (_, work, seen, complete) => {
    const verdict = judgeCompletion(work, seen);
    expect(verdict.complete).toBe(complete);
    expect(verdict.reason).not.toBe('');
  });

  it.each([
    [{ mode: 'prd', stories: 3, passing: 2 }, proof, '1 of 3 stories does not pass'],
    [{ mode: 'tasks', open: 2, done: 0, promised: false }, red, '2 tasks are open, and test fails'],
    [
      { mode: 'tasks', open: 1, done: 0, promised: true },
      proof,
      '1 task is open (a promise of completion closes none)',
    ],
    [{ mode: 'topics', open: 1, promised: false }, proof, '1 topic is not ticked'],
  ] as const)('says what is missing: %j', (work, seen, reason) => {
    expect(judgeCompletion(work, seen).reason).toBe(reason);
  });
});

describe('budgets', () => {
  const budgets = { iterations: 10, minutes: 240, tokens: 1_000, cost_usd: 2 };
  const spent = { iterations: 3, minutes: 5, tokens: 10, cost_usd: 0.1 };

  it.each([
    ['iterations', { ...spent, iterations: 10 }],
    ['minutes', { ...spent, minutes: 240 }],
    ['tokens', { ...spent, tokens: 1_200 }],
    ['cost_usd', { ...spent, cost_usd: 2.01 }],
  ] as const)('stop at %s', (limit, used) => {
    expect(spentBudget(budgets, used)?.limit).toBe(limit);
  });

  it('say how much was used, in words that agree', () => {
    const reason = (limits: Partial<typeof budgets>, used: Partial<typeof spent>) =>
      spentBudget({ ...budgets, ...limits }, { ...spent, ...used })?.reason;
    expect(reason({ iterations: 1 }, {})).toBe('the budget of 1 iteration is spent (3 used)');
    expect(reason({ minutes: 0.5 }, { minutes: 0.66 })).toContain('(0.6 used)');
  });

  it('leave room otherwise, and without a cap', () => {
    expect(spentBudget(budgets, spent)).toBeUndefined();
    expect(
      spentBudget({ iterations: 10, minutes: 9 }, { ...spent, cost_usd: 1e9, tokens: 1e9 }),
    ).toBeUndefined();
  });

  it('refuse what cannot be measured, for fallbacks too', () => {
    const claude = { name: 'claude', reportsCost: true, reportsTokens: true, priced: false };
    const codex = { name: 'codex', reportsCost: false, reportsTokens: true, priced: false };
    expect(unmeasurableBudget(budgets, [claude])).toBeUndefined();
    expect(unmeasurableBudget(budgets, [claude, codex])).toContain('codex reports no cost');
    expect(unmeasurableBudget(budgets, [{ ...codex, priced: true }])).toBeUndefined();
    expect(unmeasurableBudget({ iterations: 1, minutes: 1 }, [codex])).toBeUndefined();
    expect(
      unmeasurableBudget({ iterations: 1, minutes: 1, tokens: 5 }, [
        { ...codex, reportsTokens: false },
      ]),
    ).toContain('reports no tokens');
  });
});

describe('progress', () => {
  const at = (tree: string, more: Partial<Footprint> = {}): Footprint => ({
    commit: 'c',
    tree,
    failures: ['a', 'b'],
    closed: 0,
    ...more,
  });

  it('is a commit, a changed tree, fewer failures, or something closed', () => {
    expect(movement(at('1'), at('2'), []).kind).toBe('progress');
    expect(movement(at('1'), at('1', { commit: 'd' }), []).kind).toBe('progress');
    expect(movement(at('1'), at('1', { failures: ['a'] }), []).kind).toBe('progress');
    expect(movement(at('1'), at('1', { closed: 1 }), []).kind).toBe('progress');
    expect(movement(at('1'), at('1'), []).kind).toBe('none');
    expect(movement(at('1', { closed: -12 }), at('1', { closed: null }), []).kind).toBe('none');
  });

  it('is not going back to an earlier tree', () => {
    expect(movement(at('2'), at('1', { commit: 'd' }), [at('1')])).toEqual({ kind: 'back', to: 0 });
  });

  it('counts still iterations from the end only', () => {
    expect(stalledFor([at('1'), at('1'), at('1')])).toBe(2);
    expect(stalledFor([at('1'), at('1'), at('2')])).toBe(0);
    expect(stalledFor([at('1'), at('2'), at('1'), at('2'), at('1')])).toBe(3);
    expect(stalledFor([at('1')])).toBe(0);
  });
});
