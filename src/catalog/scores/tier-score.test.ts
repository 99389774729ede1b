import { describe, expect, it } from 'vitest';
import { type ToolRecord, tierScore, usageTier } from './tier-score.ts';

const unused: ToolRecord = {
  totalInvocations: 0,
  successCount: 0,
  avgLatencyMs: null,
  usesIn7Days: 0,
  usesIn30Days: 0,
};

describe('tierScore', () => {
  it.each<[string, Partial<ToolRecord>, number, string]>([
    ['a tool that was never called', {}, 0.2, 'cold'],
    [
      'a perfect tool with ten thousand calls this week',
      {
        totalInvocations: 10_000,
        successCount: 10_000,
        avgLatencyMs: 0,
        usesIn7Days: 50,
        usesIn30Days: 50,
      },
      1,
      'hot',
    ],
    [
      'five hundred perfect, instant calls',
      {
        totalInvocations: 500,
        successCount: 500,
        avgLatencyMs: 0,
        usesIn7Days: 9,
        usesIn30Days: 9,
      },
      0.62,
      'warm',
    ],
    [
      'calls beyond ten thousand count no more',
      {
        totalInvocations: 90_000,
        successCount: 90_000,
        avgLatencyMs: 500,
        usesIn7Days: 1,
        usesIn30Days: 4,
      },
      0.82,
      'hot',
    ],
    [
      'half of the calls fail, and slowly',
      {
        totalInvocations: 1_000,
        successCount: 500,
        avgLatencyMs: 2_000,
        usesIn7Days: 0,
        usesIn30Days: 10,
      },
      0.19,
      'cold',
    ],
    [
      'the calls are all older than a month',
      { totalInvocations: 100, successCount: 100, avgLatencyMs: 100 },
      0.48,
      'standard',
    ],
  ])('%s', (_, record, score, tier) => {
    expect(tierScore({ ...unused, ...record })).toBe(score);
    expect(usageTier(score)).toBe(tier);
  });

  // What the design's own program prints for the same records.
  it.each<[number, number, number, number]>([
    [2_875, 1, 1_000, 0.41],
    [3_125, 0, 1_000, 0.12],
    [8_125, 1, 1_000, 0.62],
    [7_875, 1, 1_000, 0.61],
    [125, 1, 50, 0.49],
    [375, 0, 1_000, 0.01],
    [7_125, 0, 1_000, 0.29],
  ])(
    '%i calls, of which %i in one succeed, in %i ms: rounded like there',
    (calls, share, ms, score) => {
      const record = { totalInvocations: calls, successCount: calls * share, avgLatencyMs: ms };
      expect(tierScore({ ...unused, ...record })).toBe(score);
    },
  );

  it.each([
    [0.8, 'hot'],
    [0.79, 'warm'],
    [0.6, 'warm'],
    [0.59, 'standard'],
    [0.3, 'standard'],
    [0.29, 'cold'],
  ])('%s is %s', (score, tier) => expect(usageTier(score)).toBe(tier));
});
