/** A terminal on which lines can be drawn again. */
export interface Screen {
  write(text: string): void;
  columns(): number;
  rows(): number;
  /** Answers how to stop listening. */
  onResize(listener: () => void): () => void;
  /** For what has to be put right however the process ends. */
  onExit(listener: () => void): () => void;
}

interface TerminalStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

export function createScreen(stream: TerminalStream, write: (text: string) => void): Screen {
  return {
    write,
    columns: () => stream.columns || 80,
    rows: () => stream.rows || 24,
    onResize(listener) {
      stream.on('resize', listener);
      return () => void stream.off('resize', listener);
    },
    onExit(listener) {
      process.once('exit', listener);
      return () => void process.off('exit', listener);
    },
  };
}
