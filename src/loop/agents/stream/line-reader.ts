/** Agents print whole files as one line. Beyond this a line is of no use, only of harm. */
const mostBytes = 10 * 1024 * 1024;
const shownOfLongLine = 4_096;
const newline = 0x0a;

export interface LineReader {
  write(chunk: Uint8Array): void;
  /** Hands out a last line that has no end. */
  end(): void;
}

/**
 * Splits bytes into lines: `\n` or `\r\n`, any chunking, empty lines dropped, bytes that are not UTF-8 replaced.
 * A line beyond the limit is handed out as its beginning and a note, and is never held in memory.
 */
export function createLineReader(
  onLine: (line: string) => void,
  limit: number = mostBytes,
): LineReader {
  let parts: Uint8Array[] = [];
  let held = 0;
  let size = 0;

  const keep = (bytes: Uint8Array) => {
    size += bytes.length;
    const room = size > limit ? Math.max(0, shownOfLongLine - held) : bytes.length;
    if (size > limit && held > shownOfLongLine) {
      parts = [Buffer.concat(parts).subarray(0, shownOfLongLine)];
      held = shownOfLongLine;
    }
    const kept = bytes.subarray(0, room);
    // A copy, so that the stream may use its buffer again.
    if (kept.length > 0) parts.push(Uint8Array.from(kept));
    held += kept.length;
  };
  const finishLine = () => {
    const text = Buffer.concat(parts).toString('utf8');
    const line =
      size > limit ? `${text}… (cut: a line of ${size} bytes)` : text.replace(/^\uFEFF|\r$/g, '');
    parts = [];
    held = 0;
    size = 0;
    if (line.trim() !== '') onLine(line);
  };

  return {
    write(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, at));
        finishLine();
        start = at + 1;
      }
      keep(chunk.subarray(start));
    },
    end: finishLine,
  };
}
