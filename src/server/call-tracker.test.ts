import { describe, expect, it } from 'vitest';
import { createCallTracker } from './call-tracker.ts';

const patient = new AbortController().signal;

describe('createCallTracker', () => {
  it('gives out as many places as there are, once each', () => {
    const calls = createCallTracker(2);
    const place = calls.enter(patient);
    expect(calls.enter(patient)).toBeDefined();
    expect(calls.enter(patient)).toBeUndefined();
    place?.leave();
    place?.leave();
    expect(calls.running).toBe(1);
    expect(calls.enter(patient)).toBeDefined();
    expect(calls.enter(patient)).toBeUndefined();
  });

  it('lends the signal of a call that ended whole to the next, which nothing of the first can end', () => {
    const calls = createCallTracker();
    const first = calls.enter();
    first?.leave(true);
    const second = calls.enter();
    expect(second?.signal).toBe(first?.signal);
    first?.cancel('late');
    first?.leave(true);
    expect(second?.signal.aborted).toBe(false);
    expect(calls.running).toBe(1);
    second?.cancel('now');
    second?.leave(true);
    expect(calls.enter()?.signal.aborted).toBe(false);
    const third = calls.enter();
    third?.leave();
    expect(calls.enter()?.signal).not.toBe(third?.signal);
  });

  it('ends a call with its caller, and only that one', () => {
    const calls = createCallTracker();
    const caller = new AbortController();
    const [mine, other] = [calls.enter(caller.signal), calls.enter(patient)];
    caller.abort(new Error('gone'));
    expect(mine?.signal.reason).toEqual(new Error('gone'));
    expect(other?.signal.aborted).toBe(false);
    expect(calls.enter(caller.signal)?.signal.aborted).toBe(true);
  });

  it('waits for calls that end in time, and tells nobody to stop before', async () => {
    const calls = createCallTracker();
    const place = calls.enter(patient);
    let told = false;
    const draining = calls.drain(60_000);
    calls.signal.addEventListener('abort', () => {
      told = calls.running > 0;
    });
    setImmediate(() => place?.leave());
    await draining;
    expect(told).toBe(false);
    expect(calls.running).toBe(0);
  });

  it('tells calls to stop when the time is up', async () => {
    const calls = createCallTracker();
    const place = calls.enter(patient);
    place?.signal.addEventListener('abort', () => place.leave());
    await calls.drain(1);
    expect(calls.signal.aborted).toBe(true);
    expect(calls.running).toBe(0);
  });
});
