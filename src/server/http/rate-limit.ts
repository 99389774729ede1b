import { type Clock, systemClock } from '../../base/clock.ts';

export interface RateLimiter {
  /** Undefined when the request may pass, else the seconds after which it may. */
  take(key: string, cost: number): number | undefined;
}

const mostKeys = 1_000;

/** A bucket per key that refills steadily: bursts pass, floods do not. */
export function createRateLimiter(options: {
  readonly perMinute: number;
  readonly burst: number;
  readonly clock?: Clock;
}): RateLimiter {
  const { perMinute, burst, clock = systemClock } = options;
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take(key, cost) {
      const now = clock.now().getTime();
      const bucket = buckets.get(key) ?? { level: burst, at: now };
      const level = Math.min(burst, bucket.level + Math.max(0, now - bucket.at) * perMs);
      buckets.delete(key);
      // A batch larger than the bucket costs the whole bucket, else it could never pass.
      const price = Math.min(cost, burst);
      buckets.set(key, { level: level >= price ? level - price : level, at: now });
      // The key that was quiet longest has a full bucket by now, so forgetting it changes nothing.
      const [oldest] = buckets.keys();
      if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
      return level >= price ? undefined : Math.ceil((price - level) / perMs / 1_000);
    },
  };
}
