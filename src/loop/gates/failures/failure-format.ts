/** What one kind of output says about failures. */
export interface FoundFailures {
  readonly names: readonly string[];
  /** How many more failures the output itself counts than can be named. */
  readonly unnamed: number;
}

/** Reads one tool's output. Lines of anything else are passed over, so that it finds nothing there. */
export type FailureFormat = (lines: readonly string[]) => FoundFailures;

export const nothingFound: FoundFailures = { names: [], unnamed: 0 };

/**
 * Names of failing tests, of which tools print the same one several times, held against the tool's own count.
 * Equal names count as different tests only if the count says so.
 */
export function failingTests(printed: readonly string[], counted: number): FoundFailures {
  const names = [...new Set(printed)];
  if (names.length >= counted) return { names, unnamed: 0 };
  if (printed.length === counted) return { names: numbered(printed), unnamed: 0 };
  return { names, unnamed: counted - names.length };
}

/** Places in files, each printed once: a second one that reads alike is a failure of its own. */
export function failingPlaces(printed: readonly string[], counted = 0): FoundFailures {
  return { names: numbered(printed), unnamed: Math.max(0, counted - printed.length) };
}

function numbered(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** The sum of the first groups of a pattern over all lines. */
export function sumOf(lines: readonly string[], pattern: RegExp): number {
  return lines.reduce((sum, line) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);
}

/** The texts that a pattern's first group takes from the lines. */
export function picked(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}
