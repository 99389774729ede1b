export interface OversizedLine {
  readonly bytes: number;
  /** Its first and last characters, enough to tell what it was. */
  readonly head: string;
  readonly tail: string;
}

export interface MessageReaderOptions {
  /** In bytes; what is longer is passed over without being held. */
  readonly longestLine: number;
  onLine(line: string): void;
  onOversized(line: OversizedLine): void;
}

const keptOfOversized = 2_048;

/** Splits a stream into lines while holding no more of it than the longest line allowed. */
export function createMessageReader({ longestLine, onLine, onOversized }: MessageReaderOptions) {
  let parts: Buffer[] = [];
  let size = 0;
  let head: Buffer | undefined;
  let tail: Buffer = Buffer.alloc(0);

  function take(part: Buffer): void {
    size += part.length;
    if (head === undefined) {
      parts.push(part);
      if (size <= longestLine) return;
      const whole = Buffer.concat(parts);
      parts = [];
      head = Buffer.from(whole.subarray(0, keptOfOversized));
      tail = Buffer.from(whole.subarray(-keptOfOversized));
      return;
    }
    tail = Buffer.from(Buffer.concat([tail, part]).subarray(-keptOfOversized));
  }

  function endLine(): void {
    const line = head === undefined ? joined(parts) : undefined;
    const oversized = { bytes: size, head: head?.toString() ?? '', tail: tail.toString() };
    parts = [];
    size = 0;
    head = undefined;
    if (line === undefined) onOversized(oversized);
    else giveLine(line);
  }

  function giveLine(line: string): void {
    if (line.trim() !== '') onLine(line);
  }

  return {
    write(chunk: Buffer): void {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        // Most lines come whole.
        if (size === 0 && end - start <= longestLine) giveLine(chunk.toString('utf8', start, end));
        else {
          take(chunk.subarray(start, end));
          endLine();
        }
        start = end + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start));
    },
  };
}

function joined(parts: readonly Buffer[]): string {
  const [first] = parts;
  return parts.length === 1 && first ? first.toString() : Buffer.concat(parts).toString();
}
