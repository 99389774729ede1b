import { expect, it } from 'vitest';
import { chooseAgent, type Limits, withLimit, withoutLimit } from './rate-limits.ts';

const now = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

it('takes the first agent that is free, else the one that is back first', () => {
  const limits: Limits = { 0: { until: after(60), times: 1 }, 1: { until: after(30), times: 1 } };
  expect(chooseAgent(2, {}, now)).toEqual({ agent: 0 });
  expect(chooseAgent(3, limits, now)).toEqual({ agent: 2 });
  expect(chooseAgent(2, limits, now)).toEqual({ agent: 1, until: new Date(after(30)) });
  expect(chooseAgent(2, limits, new Date(after(60)))).toEqual({ agent: 0 });
});

it('backs off for longer each time when no reset is named, up to a quarter of an hour', () => {
  let limits: Limits = {};
  const waits: number[] = [];
  for (let time = 0; time < 6; time++) {
    limits = withLimit(limits, 0, {}, now);
    waits.push((Date.parse(limits[0]?.until ?? '') - now.getTime()) / 1000);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
  expect(withoutLimit(limits, 0)).toEqual({});
});

it.each([
  [{ resets_at: after(300) }, 300],
  [{ retry_after_s: 20 }, 20],
  [{ resets_at: after(-5) }, 1],
  [{ resets_at: 'soon' }, 60],
])('believes what is told: %j', (told, seconds) => {
  expect(withLimit({}, 1, told, now)).toEqual({ 1: { until: after(seconds), times: 1 } });
});

it('does not ask again and again when the reset that is named is always over', () => {
  const once = withLimit({}, 0, { resets_at: after(-5) }, now);
  expect(withLimit(once, 0, { resets_at: after(-5) }, now)[0]?.until).toBe(after(120));
});
