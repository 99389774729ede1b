import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

function limiter(perMinute: number, burst: number) {
  let now = 0;
  const rate = createRateLimiter({ perMinute, burst, clock: { now: () => new Date(now) } });
  return { rate, pass: (ms: number) => (now += ms) };
}

describe('createRateLimiter', () => {
  it('lets a burst through, then as many as refill', () => {
    const { rate, pass } = limiter(60, 3);
    expect([1, 2, 3].map(() => rate.take('a', 1))).toEqual([undefined, undefined, undefined]);
    expect(rate.take('a', 1)).toBe(1);
    pass(1_000);
    expect(rate.take('a', 1)).toBeUndefined();
    expect(rate.take('a', 1)).toBe(1);
  });

  it('keeps callers apart', () => {
    const { rate } = limiter(60, 1);
    expect(rate.take('a', 1)).toBeUndefined();
    expect(rate.take('a', 1)).toBeDefined();
    expect(rate.take('b', 1)).toBeUndefined();
  });

  it('takes the whole bucket for what is larger than it', () => {
    const { rate, pass } = limiter(60, 5);
    expect(rate.take('a', 100)).toBeUndefined();
    expect(rate.take('a', 100)).toBe(5);
    pass(5_000);
    expect(rate.take('a', 100)).toBeUndefined();
  });

  it('is not moved by a clock that goes back', () => {
    const { rate, pass } = limiter(60, 1);
    rate.take('a', 1);
    pass(-60_000);
    expect(rate.take('a', 1)).toBeDefined();
  });
});
