import { setTimeout as delay } from 'node:timers/promises';
import type { RunContext } from './run-context.ts';

/** Waits, but not after the run is called off. */
export async function pause(context: Pick<RunContext, 'signal'>, ms: number): Promise<void> {
  if (context.signal.aborted) return;
  await delay(ms, undefined, { signal: context.signal }).catch(() => undefined);
}

const stepMs = 1_000;

/** Waits until a moment of the run's own clock. */
export async function pauseUntil(context: RunContext, until: Date): Promise<void> {
  for (;;) {
    const left = until.getTime() - context.services.clock.now().getTime();
    if (left <= 0 || context.signal.aborted) return;
    await pause(context, Math.min(left, stepMs));
  }
}
