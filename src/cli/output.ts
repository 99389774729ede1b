import type { WriteStream } from 'node:tty';
import type { Output } from './command.ts';

type Stream = Pick<WriteStream, 'write' | 'on'> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The two streams as commands see them. `onClosed` hears once that nobody can read stdout any more. */
export function createOutput(
  stdout: Stream,
  stderr: Stream,
  onClosed: (error: NodeJS.ErrnoException) => void,
): Output {
  let open = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!open) return;
    open = false;
    onClosed(error);
  });
  // With stderr gone there is nobody left to tell.
  stderr.on('error', () => {});
  const line = (text = '') => {
    if (open) stdout.write(`${text}\n`);
  };
  return {
    isTerminal: stdout.isTTY === true,
    ...(stdout.columns !== undefined && { width: stdout.columns }),
    line,
    json: (value) => line(JSON.stringify(value, null, 2)),
    error: (text) => {
      stderr.write(`${text}\n`);
    },
  };
}
