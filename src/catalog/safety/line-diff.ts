const context = 2;
/** Beyond this a line-by-line comparison would take longer than reading both. */
const mostLines = 3_000;

/** What was taken away (`-`) and added (`+`), with a little of what stayed around it. */
export function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  if (before.length > mostLines || after.length > mostLines) {
    return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)];
  }
  const lines = aligned(before, after);
  const isNear = lines.map((_, place) =>
    lines.slice(Math.max(0, place - context), place + context + 1).some((line) => line[0] !== ' '),
  );
  const shown: string[] = [];
  lines.forEach((line, place) => {
    if (isNear[place]) shown.push(line);
    else if (shown.length > 0 && shown[shown.length - 1] !== '…') shown.push('…');
  });
  return shown;
}

/** By the longest common subsequence of lines. */
function aligned(before: readonly string[], after: readonly string[]): string[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`  ${before[i]}`);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${before[i++]}`);
    } else {
      lines.push(`+ ${after[j++]}`);
    }
  }
  return lines;
}
