import type { Invocation } from '../command.ts';
import { confirm } from '../terminal/confirm.ts';

/** Asks the person at the terminal before an iteration. Anything but a no goes on; to leave is a no. */
export function askToGoOn(iteration: number, invocation: Invocation): Promise<boolean> {
  return confirm(`Start iteration ${iteration}?`, invocation, { otherwise: true });
}
