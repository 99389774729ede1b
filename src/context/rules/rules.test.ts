import { describe, expect, it } from 'vitest';
import { maskFencedOutput, maskOutput } from './mask-output.ts';
import { noveltyExtract } from './novelty-extract.ts';
import { isProtected, mayPrune } from './pruning.ts';
import { oldestInState } from './states.ts';
import { trustOf } from './trust.ts';
import { creditOf, scoreAfterFeedback, shrunkenRate, shrunkenUsefulness } from './usefulness.ts';

const ages = {
  summarize_after_iterations: 20,
  archive_after_iterations: 50,
  prune_after_iterations: 100,
};

describe('how old an item may be in a state', () => {
  it.each([
    ['active', ages, 5],
    ['aging', ages, 20],
    ['summarized', ages, 50],
    ['archived', ages, 100],
    ['active', { ...ages, summarize_after_iterations: 2 }, 2],
    ['summarized', { ...ages, archive_after_iterations: 10 }, 20],
  ] as const)('%s with %o: %i iterations', (state, given, oldest) => {
    expect(oldestInState(state, given)).toBe(oldest);
  });
});

describe('usefulness', () => {
  it.each([
    [0.5, true, 0.6],
    [0.5, false, 0.35],
    [0.95, true, 1],
    [0.1, false, 0],
  ])('%f after helpful=%s is %f', (score, helpful, after) => {
    expect(scoreAfterFeedback(score, helpful)).toBe(after);
  });

  it('is the score alone before anything was injected', () => {
    const item = { usefulness_score: 0.7, injected_count: 0, credit: 0 };
    expect(shrunkenUsefulness(item)).toBe(0.7);
  });

  it('moves towards what injections have shown, the more of them the further', () => {
    const estimate = (injected_count: number) =>
      shrunkenUsefulness({ usefulness_score: 0.5, injected_count, credit: injected_count });
    expect(estimate(1)).toBeGreaterThan(0.5);
    expect(estimate(1)).toBeLessThan(0.6);
    expect(estimate(50)).toBeGreaterThan(0.9);
  });

  it('gives credit only for what goes better than without, and little to what nobody cited', () => {
    const of = (succeeded: boolean, cited: boolean, baseline: number) =>
      creditOf({ succeeded, cited, baseline });
    expect(of(true, true, 0)).toBe(1);
    expect(of(true, true, 1)).toBe(0.5);
    expect(of(false, true, 0.5)).toBe(0.25);
    expect(of(true, false, 0)).toBe(0.625);
    expect(shrunkenRate(0, 0)).toBe(0.5);
  });
});

describe('trust', () => {
  it.each([
    ['user', 'skill', false, 1],
    ['orchestrator', 'iteration', false, 1],
    ['agent', 'skill', false, 0.9],
    ['agent', 'output', false, 0.6],
    ['orchestrator', 'file', false, 0.6],
    ['user', 'output', false, 1],
    ['elsewhere', 'skill', false, 0.6],
    ['user', 'skill', true, 0.3],
  ] as const)('of a %s %s, orders: %s, is %f', (source, content_type, givesOrders, trust) => {
    expect(trustOf({ source, content_type, givesOrders })).toBe(trust);
  });
});

describe('pruning', () => {
  const item = { content_type: 'output', fixed_by: null, usefulness_estimate: 0.2 } as const;
  it.each([
    [item, true],
    [{ ...item, usefulness_estimate: 0.3 }, false],
    [{ ...item, content_type: 'skill' }, false],
    [{ ...item, content_type: 'error' }, false],
    [{ ...item, content_type: 'error', fixed_by: 'ctx_1' }, true],
  ] as const)('%o: %s', (judged, may) => {
    expect(mayPrune(judged, 0.3)).toBe(may);
    expect(isProtected(judged) && may).toBe(false);
  });
});

describe('masking of tool output', () => {
  const filler = (n: number) => Array.from({ length: n }, (_, i) => `compiling module ${i}`);

  it('keeps the ends, what went wrong and the first frame of a stack', () => {
    const masked = maskOutput(
      [
        '$ npm test',
        ...filler(50),
        "TypeError: Cannot read properties of undefined (reading 'id')",
        '    at load (/app/src/load.ts:12:5)',
        '    at run (/app/src/run.ts:3:1)',
        ...filler(50),
        'Tests: 1 failed, 41 passed',
        'exit code 1',
      ].join('\n'),
    );
    expect(masked).toContain("reading 'id'");
    expect(masked).toContain('src/load.ts:12:5');
    expect(masked).not.toContain('src/run.ts');
    expect(masked).toContain('[… 49 lines of output left out …]');
    expect(masked).toMatch(/^\$ npm test\n[\s\S]*exit code 1$/);
    expect(masked.split('\n').length).toBeLessThan(12);
  });

  it.each([
    '# ReferenceError: sub is not defined',
    'java.lang.IllegalStateException',
    'E   KeyError: 3',
    'not ok 2 - rounds half a cent up',
    '  ✗ rounds half a cent up',
  ])('keeps %s', (line) => {
    expect(maskOutput([...filler(20), line, ...filler(20)].join('\n'))).toContain(line);
  });

  it('says a repeated failure once, and shortens endless lines', () => {
    const masked = maskOutput(
      [
        ...filler(3),
        ...Array.from({ length: 30 }, (_, i) => `error: row ${i} failed`),
        'x'.repeat(900),
      ].join('\n'),
    );
    expect(masked.match(/error: row/g)).toHaveLength(1);
    expect(masked).toContain('more characters …]');
  });

  it('leaves prose and short output as they are', () => {
    expect(maskOutput('one\ntwo')).toBe('one\ntwo');
    const prose = `We chose SQLite.\n\n\`\`\`\n${filler(40).join('\n')}\n\`\`\`\nIt was simple.`;
    const masked = maskFencedOutput(prose);
    expect(masked).toMatch(/^We chose SQLite\.[\s\S]*left out[\s\S]*It was simple\.$/);
  });
});

describe('the novelty extract', () => {
  const text = [
    'We looked at the build.',
    'It was slow.',
    'The build was really slow, and we looked at the slow build again.',
    'Setting RALPH_CACHE=1 in ci/build.yml cut it from 412 s to 38 s.',
    'Then we looked at the build once more.',
    'Error E4711 came from libfoo 2.3.1.',
    'It was still slow when we looked.',
  ].join(' ');

  it('keeps numbers, names and codes before repetition', () => {
    const extract = noveltyExtract(text, 130);
    expect(extract).toContain('412 s to 38 s');
    expect(extract).toContain('E4711');
    expect(extract).not.toContain('once more');
    expect(extract.length).toBeLessThanOrEqual(140);
  });

  it('keeps the order of the text, and all of a short one', () => {
    const extract = noveltyExtract(text, 200);
    expect(extract.indexOf('412')).toBeLessThan(extract.indexOf('E4711'));
    expect(noveltyExtract('Short.', 100)).toBe('Short.');
    expect(noveltyExtract('a'.repeat(500), 100)).toHaveLength(100);
  });
});
