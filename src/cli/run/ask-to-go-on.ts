import { createInterface } from 'node:readline/promises';
import type { Invocation } from '../command.ts';

/** Asks the person at the terminal before an iteration. Anything but a no goes on; to leave is a no. */
export async function askToGoOn(iteration: number, { signal }: Invocation): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Start iteration ${iteration}? [Y/n] `, { signal });
    return !/^\s*no?\s*$/i.test(answer);
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
