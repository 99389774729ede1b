import { type FoundFailures, failingPlaces, nothingFound, sumOf } from './failure-format.ts';

/** A ruled line names file and rule; the message below starts with × if it counts. */
const header = /^(\S+?)(?::\d+:\d+)? ((?:lint|assist|parse|format|organizeImports)\S*).*━{5,}$/;

export function biome(lines: readonly string[]): FoundFailures {
  const checked = lines.findIndex((line) => /^Checked \d+ files?/.test(line));
  if (checked === -1) return nothingFound;
  const printed = lines.flatMap((line, at) => {
    const [, file, rule] = header.exec(line) ?? [];
    const message = lines.slice(at + 1, at + 4).find((below) => below.trim() !== '');
    const error = /^\s+[×✖] (.+)$/.exec(message ?? '')?.[1];
    return file !== undefined && error !== undefined ? `${file}: ${rule} ${error}` : [];
  });
  // It shows the first twenty problems and counts them all.
  return failingPlaces(printed, sumOf(lines.slice(checked), /^Found (\d+) errors?\.$/));
}
