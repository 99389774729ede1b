import { type FoundFailures, failingPlaces } from './failure-format.ts';

/** Errors of the Rust compiler and of clippy: a message, and its place on the next line. */
export function rustc(lines: readonly string[]): FoundFailures {
  return failingPlaces(
    lines.flatMap((line, at) => {
      const message = /^error(?:\[\w+\])?: .+$/.exec(line)?.[0];
      const file = /^\s*--> (.+?):\d+:\d+$/.exec(lines[at + 1] ?? '')?.[1];
      return message !== undefined && file !== undefined ? `${file}: ${message}` : [];
    }),
  );
}
