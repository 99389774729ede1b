/** Far more than a person reads, and enough for every failing test of a large suite to be named. */
const mostKept = 8 * 1024 * 1024;

export interface KeptOutput {
  add(text: string): void;
  /** The whole output, or its beginning and its end. */
  text(): string;
  /** How much of the middle is missing. */
  lost(): number;
}

/** Keeps an output of any length in bounded memory: its first half and its last. */
export function keepOutput(limit: number = mostKept): KeptOutput {
  const half = Math.floor(limit / 2);
  let head = '';
  let tail: string[] = [];
  let tailLength = 0;
  let lost = 0;
  return {
    add(text) {
      const room = half - head.length;
      head += text.slice(0, Math.max(0, room));
      const rest = room > 0 ? text.slice(room) : text;
      if (rest === '') return;
      tail.push(rest);
      tailLength += rest.length;
      // Joined only when twice too long: once per half and not once per chunk.
      if (tailLength > 2 * half) {
        const joined = tail.join('').slice(-half);
        lost += tailLength - joined.length;
        tail = [joined];
        tailLength = joined.length;
      }
    },
    text: () => (lost > 0 ? `${head}\n${tail.join('')}` : head + tail.join('')),
    lost: () => lost,
  };
}
