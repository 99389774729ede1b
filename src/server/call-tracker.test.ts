import { describe, expect, it } from 'vitest';
import { createCallTracker } from './call-tracker.ts';

describe('createCallTracker', () => {
  it('gives out as many places as there are, once each', () => {
    const calls = createCallTracker(2);
    const leave = calls.enter();
    expect(calls.enter()).toBeDefined();
    expect(calls.enter()).toBeUndefined();
    leave?.();
    leave?.();
    expect(calls.running).toBe(1);
    expect(calls.enter()).toBeDefined();
    expect(calls.enter()).toBeUndefined();
  });

  it('waits for calls that end in time, and tells nobody to stop before', async () => {
    const calls = createCallTracker();
    const leave = calls.enter();
    let told = false;
    const draining = calls.drain(60_000);
    calls.signal.addEventListener('abort', () => {
      told = calls.running > 0;
    });
    setImmediate(() => leave?.());
    await draining;
    expect(told).toBe(false);
    expect(calls.running).toBe(0);
  });

  it('tells calls to stop when the time is up', async () => {
    const calls = createCallTracker();
    const leave = calls.enter();
    calls.signal.addEventListener('abort', () => leave?.());
    await calls.drain(1);
    expect(calls.signal.aborted).toBe(true);
    expect(calls.running).toBe(0);
  });
});
