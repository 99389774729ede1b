import { setFlagsFromString } from 'node:v8';

/**
 * From now on the thread that makes garbage collects what is young of it alone. Between a client and a server that are
 * at work themselves, little lives long enough to be worth the help of other threads, and waiting for those, on cores
 * that the neighbours use, is a part of what a call costs.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
