/** How test runners say that something passed, or only that they are there. */
const passing = [
  /^\s*ok \d+\b/, // TAP
  /^\s*TAP version \d+\s*$/,
  /^\s*\d+\.\.\d+\s*$/,
  /^\s*[✓✔√]/u, // vitest, mocha, node
  /^\s*PASS(?:ED)?\b/, // jest
  /^\s*--- PASS:/, // go
  /^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)/,
  /^test \S+ \.\.\. ok$/, // cargo
  /\.\.\. ok$/, // unittest
  /::\S+ PASSED\b/, // pytest
];

/**
 * What a red gate printed, without what is different each time or is not wrong: how long something took, and what
 * passed. The same failure is to be known as the same, and found by its own words alone.
 */
export function failingOutput(output: string): string {
  const lines = output.split('\n');
  const wrong = lines.filter((line) => !passing.some((says) => says.test(line)));
  return (wrong.some((line) => line.trim() !== '') ? wrong : lines)
    .filter((line) => !/\bduration(_ms)?\b|^\s*(Start at|Time:)/i.test(line))
    .map((line) => line.replace(/\s*[([]?\b\d+(?:\.\d+)?\s?m?s\b[)\]]?/g, ''))
    .join('\n');
}
