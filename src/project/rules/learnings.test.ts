import { describe, expect, it } from 'vitest';
import type { Caller } from '../../tool/tool.ts';
import type { Learning } from '../model.ts';
import { session } from '../testing/project-fixture.ts';
import {
  firstToPrune,
  learningSource,
  matchingLearnings,
  mostLearnings,
  planLearningMerge,
} from './learnings.ts';

function learning(id: number, fields: Partial<Learning> = {}): Learning {
  return {
    id,
    feature: 'auth',
    text: `fact${id} thing${id} matter${id}`,
    source: 'agent',
    reason: '',
    task_id: null,
    author: 'agent',
    session_id: null,
    hit_count: 1,
    reviewed: false,
    conflicts_with: null,
    created_at: '',
    last_hit_at: '',
    ...fields,
  };
}

const caller = (via: Caller['via'], recipe?: string): Caller => ({
  author: 'x',
  via,
  session: recipe === undefined ? null : session({ recipe }),
});

describe('learningSource', () => {
  it.each([
    ['a person', caller('cli'), undefined, 'human'],
    ['a person who files for a machine', caller('cli'), 'auto', 'auto'],
    ['an agent', caller('mcp', 'task_execution'), undefined, 'agent'],
    ['an agent that says auto', caller('mcp', 'task_execution'), 'auto', 'auto'],
    ['an agent that says human', caller('mcp', 'task_execution'), 'human', 'agent'],
    ['a review', caller('mcp', 'opus_review'), undefined, 'opus_reviewed'],
    ['a review that says agent', caller('mcp', 'opus_review'), 'agent', 'agent'],
    ['a client without a session', caller('mcp'), 'human', 'agent'],
    ['the same session over REST', caller('rest', 'ramble'), 'human', 'agent'],
  ] as const)('%s', (_, who, asked, source) => {
    expect(learningSource(who, asked)).toBe(source);
  });

  it('goes by what a recipe was made from', () => {
    const own = session({ recipe: 'my_review', base_recipe: 'opus_review' });
    expect(learningSource({ author: 'x', via: 'mcp', session: own }, undefined)).toBe(
      'opus_reviewed',
    );
  });
});

describe('firstToPrune', () => {
  it('takes the oldest that is automatic, unreviewed and met once, and nothing else', () => {
    const kept = [
      learning(1),
      learning(2, { source: 'auto', reviewed: true }),
      learning(3, { source: 'auto', hit_count: 2 }),
    ];
    expect(firstToPrune(kept)).toBeUndefined();
    const expendable = [learning(9, { source: 'auto' }), learning(5, { source: 'auto' })];
    expect(firstToPrune([...kept, ...expendable])?.id).toBe(5);
  });
});

describe('planLearningMerge', () => {
  it('says nothing twice, keeps contradictions, and prunes down to the limit', () => {
    const target = [learning(1, { text: 'Use the pool', source: 'auto' })];
    const source = [
      learning(2, { text: 'use the pool' }),
      learning(3, { text: 'Do not use the pool' }),
      learning(4),
    ];
    const plan = planLearningMerge(source, target);
    expect(plan.absorb.map(({ into, from }) => [into.id, from.id])).toEqual([[1, 2]]);
    expect(plan.move.map((move) => [move.learning.id, move.conflictsWith])).toEqual([
      [3, 1],
      [4, null],
    ]);
    expect(plan.prune).toEqual([]);
  });

  it('refuses to drop what is worth keeping', () => {
    const many = (from: number, count: number, fields: Partial<Learning> = {}) =>
      Array.from({ length: count }, (_, i) => learning(from + i, fields));
    const expendable = many(1000, 5, { source: 'auto' });
    const fits = planLearningMerge([...many(100, 25), ...expendable], many(1, mostLearnings - 25));
    expect(fits.prune).toEqual(expendable);
    expect(() => planLearningMerge(many(100, 30), many(1, 30))).toThrow('60 learnings');
  });

  it('does not prune what both features had', () => {
    const target = [
      learning(1, { text: 'Use the pool', source: 'auto' }),
      ...Array.from({ length: mostLearnings - 1 }, (_, i) => learning(10 + i)),
    ];
    const source = [learning(2, { text: 'Use the pool' }), learning(3)];
    expect(() => planLearningMerge(source, target)).toThrow(`holds ${mostLearnings}`);
  });
});

describe('matchingLearnings', () => {
  it('puts those that share most words first and leaves out those that share none', () => {
    const learnings = [
      learning(1, { text: 'The cache is warm' }),
      learning(2, { text: 'Tokens expire; the cache keeps tokens' }),
      learning(3, { text: 'Nothing here' }),
    ];
    expect(matchingLearnings(learnings, 'Cache TOKENS?').map(({ id }) => id)).toEqual([2, 1]);
    expect(matchingLearnings(learnings, ' ').map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
