import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programFile } from '../../../app/program.ts';
import { UserError } from '../../../base/errors.ts';

/** Arguments for Node that start this very program. */
export const self = (...words: readonly string[]) => [programFile(), ...words];

/** The minimal server on stdio. */
export const echoArgs = self('bench', 'gateway', '--serve', 'stdio');

/** The first address that a program prints. */
export async function firstLine(
  started: ChildProcess[],
  args: readonly string[],
  stream: 'stdout' | 'stderr',
): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  child[stream === 'stdout' ? 'stderr' : 'stdout'].resume();
  for await (const line of createInterface({ input: child[stream] })) {
    const url = /http:\/\/[\w.:[\]]+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    child[stream].resume();
    return url;
  }
  throw new UserError('A server of the benchmark did not start.', {
    hint: `Try it by hand: node ${args.join(' ')}`,
  });
}

export async function finished(started: ChildProcess[], args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  started.push(child);
  await new Promise((resolve) => child.once('exit', resolve));
}
