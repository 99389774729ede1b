import { createInterface } from 'node:readline/promises';
import type { Invocation } from '../command.ts';

/** Whether somebody is there who reads questions and can answer them. */
export function isAttended({ output, json }: Invocation): boolean {
  return output.isTerminal && process.stdin.isTTY === true && output.width !== 0 && !json;
}

/** Asks the person at the terminal. Enter, or leaving, is the answer that `otherwise` says. */
export async function confirm(
  question: string,
  { signal }: Pick<Invocation, 'signal'>,
  { otherwise }: { readonly otherwise: boolean },
): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} ${otherwise ? '[Y/n]' : '[y/N]'} `, {
      signal,
    });
    return otherwise ? !/^\s*no?\s*$/i.test(answer) : /^\s*y(es)?\s*$/i.test(answer);
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
