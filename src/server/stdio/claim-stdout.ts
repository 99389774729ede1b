/** The only way left to the real standard output. */
export interface ClaimedStdout {
  write(text: string, encoding: 'utf8' | 'latin1'): boolean;
  onDrain(listener: () => void): void;
  onError(listener: (error: Error) => void): void;
  restore(): void;
}

/**
 * Takes standard output for the protocol. Whatever else in this process prints from now on (a dependency's
 * banner, a forgotten console.log) goes to standard error, where it cannot break a message.
 */
export function claimStdout(): ClaimedStdout {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  Object.defineProperty(stdout, 'write', {
    value: stderr.write.bind(stderr),
    configurable: true,
    writable: true,
  });
  return {
    write: (text, encoding) => write(text, encoding),
    onDrain: (listener) => stdout.once('drain', listener),
    onError: (listener) => stdout.on('error', listener),
    restore: () => {
      if (before) Object.defineProperty(stdout, 'write', before);
      else Reflect.deleteProperty(stdout, 'write');
    },
  };
}
