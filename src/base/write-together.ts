/** Where text goes in the end. */
export interface TextSink {
  /** False when there is no room for more until `onDrain`. */
  write(text: string, encoding: 'utf8' | 'latin1'): boolean;
  onDrain(listener: () => void): void;
}

/**
 * Lines that are ready in the same turn of the event loop leave in few writes: with many calls at once, writes are
 * what costs.
 */
export interface LinesTogether {
  /** Resolves when there is room for more. */
  write(line: string): Promise<void>;
  /** Sends what is waiting now. */
  flush(): void;
}

const mostWaiting = 256 * 1_024;
/** More at once would let whoever reads them stand idle meanwhile. */
const mostLines = 16;

const beyondAscii = /[^\0-\x7f]/;

/** The same bytes for text in ASCII, which is most, and less work for Node, which need not encode them. */
function plainest(text: string): 'utf8' | 'latin1' {
  return beyondAscii.test(text) ? 'utf8' : 'latin1';
}

export function writeTogether(sink: TextSink): LinesTogether {
  let waiting = '';
  let lines = 0;
  let left: (() => void) | undefined;
  let leaving: Promise<void> | undefined;
  let turn: NodeJS.Immediate | undefined;
  const outside: (() => void)[] = [];

  function flush(): void {
    clearImmediate(turn);
    turn = undefined;
    const [text, resolve] = [waiting, left];
    waiting = '';
    lines = 0;
    left = undefined;
    leaving = undefined;
    if (text === '' || sink.write(text, plainest(text))) resolve?.();
    else if (resolve) whenThereIsRoom(resolve);
  }

  /** One listener for all: where nobody reads, as many as there are writes would pile up. */
  function whenThereIsRoom(resolve: () => void): void {
    if (outside.push(resolve) > 1) return;
    sink.onDrain(() => {
      for (const proceed of outside.splice(0)) proceed();
    });
  }

  return {
    write(line) {
      waiting += line;
      lines++;
      leaving ??= new Promise((resolve) => {
        left = resolve;
      });
      const written = leaving;
      if (lines >= mostLines || waiting.length > mostWaiting) flush();
      else turn ??= setImmediate(flush);
      return written;
    },
    flush,
  };
}
