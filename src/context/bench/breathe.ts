import { setImmediate } from 'node:timers/promises';

/** Lets the process hear that it shall stop: long work that never waits for anything would not. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
