import type { WriteStream } from 'node:tty';
import type { Output } from './command.ts';
import { createScreen } from './terminal/screen.ts';

type Stream = Pick<WriteStream, 'write' | 'on' | 'off'> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
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
  const write = (text: string) => {
    if (open) stdout.write(text);
  };
  const line = (text = '') => write(`${text}\n`);
  return {
    isTerminal: stdout.isTTY === true,
    ...(stdout.columns !== undefined && { width: stdout.columns }),
    ...(stdout.isTTY === true && { screen: createScreen(stdout, write) }),
    line,
    json: (value) => line(JSON.stringify(value, null, 2)),
    error: (text) => {
      stderr.write(`${text}\n`);
    },
  };
}
