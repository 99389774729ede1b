import { expect, it } from 'vitest';
import { createMeter, reachesCap } from './spend.ts';

const prices = { '*': { input: 2, output: 10, cached_input: 0.5 }, big: { input: 4, output: 20 } };
const usage = { kind: 'usage', input_tokens: 1_000_000, output_tokens: 100_000 } as const;

it.each([
  ['by the price of any model', {}, usage, 3],
  ['by the price of its model, cached or not', { model: 'big' }, { ...usage, cached_tokens: 9 }, 6],
  ['cached tokens for less', {}, { ...usage, cached_tokens: 500_000 }, 2.25],
])('counts tokens %s', (_, agent, event, cost) => {
  const meter = createMeter({ name: 'codex', prices, ...agent });
  expect(meter.add(event)).toBe(true);
  expect(meter.spend()).toEqual({
    input_tokens: 1_000_000,
    output_tokens: 100_000,
    cost_usd: cost,
  });
});

it('believes the cost that an agent reports before any table, and none is none', () => {
  const meter = createMeter({ name: 'claude', prices });
  meter.add(usage);
  meter.add({ kind: 'cost', usd: 0.25 });
  expect(meter.add({ kind: 'text', text: 'cost 9' })).toBe(false);
  expect(meter.spend().cost_usd).toBe(0.25);
  const silent = createMeter({ name: 'codex' });
  silent.add(usage);
  expect(silent.spend().cost_usd).toBeNull();
});

it('keeps sums of absurd reports finite', () => {
  const meter = createMeter({ name: 'custom', prices });
  for (let times = 0; times < 2; times++) {
    meter.add({ kind: 'cost', usd: 1e308 });
    meter.add({ kind: 'usage', input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 0.5 });
  }
  const { input_tokens, output_tokens, cost_usd } = meter.spend();
  expect([input_tokens, output_tokens, cost_usd]).toEqual([1e12, 2, 1e12]);
});

it('reaches a cap with everything that was spent', () => {
  const spend = { input_tokens: 60, output_tokens: 0, cost_usd: 0.6 };
  expect(reachesCap({ tokens: 120 }, spend, spend)).toBe(true);
  expect(reachesCap({ tokens: 121, cost_usd: 1.3 }, spend, spend)).toBe(false);
  expect(reachesCap({ cost_usd: 1.2 }, spend, spend)).toBe(true);
  expect(reachesCap({}, spend)).toBe(false);
});
