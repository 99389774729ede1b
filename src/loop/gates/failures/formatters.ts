import { type FoundFailures, nothingFound, picked } from './failure-format.ts';

/** Files that a formatter would write differently: prettier, ruff, black, rustfmt, cargo fmt. */
export function formatters(lines: readonly string[]): FoundFailures {
  const names = picked(lines, /^[Ww]ould reformat:? (\S+)$/);
  if (lines.some((line) => /^\[(?:warn|error)\] Code style issues/.test(line))) {
    names.push(...picked(lines, /^\[warn\] ([^\s].*\.\w+)$/));
  }
  names.push(...picked(lines, /^Diff in (.+?)(?: at line \d+|:\d+):$/));
  if (names.length === 0) return nothingFound;
  return { names: [...new Set(names)].map((file) => `${file} (formatting)`), unnamed: 0 };
}
