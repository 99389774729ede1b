import { type FoundFailures, nothingFound } from './failure-format.ts';

const shapes: readonly RegExp[] = [
  // vitest, c8, nyc
  /^ERROR: (Coverage for \w+) \([\d.]+%\) does not meet (.+? threshold \([\d.]+%\))/,
  // jest
  /^Jest: (.+? coverage threshold for \w+) \(([\d.]+%)\) not met/,
  // pytest-cov and coverage.py
  /(Required test coverage) of ([\d.]+%) not reached/,
  /(Coverage failure): total of [\d.]+ is less than (fail-under=[\d.]+)/,
];

/** A floor under the coverage that is not reached; how far off it is changes with every line. */
export function coverage(lines: readonly string[]): FoundFailures {
  const names = lines.flatMap((line) => {
    const found = shapes.map((shape) => shape.exec(line)).find((match) => match !== null);
    return found ? `${found[1]}: ${found[2]}` : [];
  });
  return names.length === 0 ? nothingFound : { names: [...new Set(names)], unnamed: 0 };
}
