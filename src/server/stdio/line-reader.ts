export interface LineReader {
  push(chunk: Buffer): void;
}

/**
 * Splits a byte stream into lines of at most `limit` bytes. A longer one is dropped as it comes in, never
 * collected, and reported once: the connection outlives a message that is too large.
 */
export function createLineReader(options: {
  readonly limit: number;
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let dropping = false;

  function take(piece: Buffer): void {
    if (dropping) return;
    size += piece.length;
    if (size > options.limit) {
      dropping = true;
      parts = [];
    } else if (piece.length > 0) parts.push(piece);
  }

  function endLine(): void {
    const line = dropping ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
    dropping = false;
    if (line === undefined) options.onTooLong();
    else giveLine(line);
  }

  function giveLine(line: string): void {
    if (line.trim() !== '') options.onLine(line);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        // Most lines come whole.
        if (size === 0 && end - start <= options.limit)
          giveLine(chunk.toString('utf8', start, end));
        else {
          take(chunk.subarray(start, end));
          endLine();
        }
        start = end + 1;
      }
      take(chunk.subarray(start));
    },
  };
}
