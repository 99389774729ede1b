import type { Output } from '../command.ts';

/** An Output that remembers what was written, for tests of commands and of the runner. */
export function capturedOutput(isTerminal = false): {
  output: Output;
  stdout(): string;
  stderr(): string;
} {
  const out: string[] = [];
  const err: string[] = [];
  return {
    output: {
      isTerminal,
      line: (text = '') => void out.push(text),
      json: (value) => void out.push(JSON.stringify(value, null, 2)),
      error: (text) => void err.push(text),
    },
    stdout: () => out.join('\n'),
    stderr: () => err.join('\n'),
  };
}
