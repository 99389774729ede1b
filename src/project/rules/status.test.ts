import { describe, expect, it } from 'vitest';
import { mayFollow, nextStatuses, satisfiesDependents, taskStatuses } from './status.ts';

describe('the status machine', () => {
  it('lets every status be left and reached, and none follow itself', () => {
    for (const status of taskStatuses) {
      expect(nextStatuses(status).length).toBeGreaterThan(0);
      expect(taskStatuses.some((from) => mayFollow(from, status))).toBe(true);
      expect(mayFollow(status, status)).toBe(false);
    }
  });

  it.each([
    ['draft', 'done'],
    ['draft', 'in_progress'],
    ['done', 'in_progress'],
    ['done', 'draft'],
    ['skipped', 'done'],
    ['failed', 'done'],
    ['blocked', 'done'],
    ['needs_input', 'done'],
    ['pending', 'failed'],
  ] as const)('refuses %s → %s', (from, to) => {
    expect(mayFollow(from, to)).toBe(false);
  });

  it('lets dependents go on after done and skipped only', () => {
    expect(taskStatuses.filter(satisfiesDependents)).toEqual(['done', 'skipped']);
  });
});
