/** Lines in which the output of programs says what matters. */
const telling =
  /\b(?:\w*errors?|fail(?:ed|ure|s)?|\w*exceptions?|not ok|panic|fatal|warn(?:ing)?|assert\w*|expected|received|undefined|cannot|denied|refused|timed? ?out|traceback|caused by|not found|exit(?:ed)? (?:code|with)|passed)\b|[✗✘×]/i;
const stackFrame = /^\s*(?:at\s+\S+.*[:(]\d+|File ".+", line \d+|\s*\d+:\s+0x)/;

const keptAtEnds = 2;
const longestLine = 300;
/** A run of lines shorter than this costs less than the mark that would replace it. */
const shortestMask = 4;

/**
 * Tool output with its filler masked: the ends, the lines that tell what went wrong and the first frame of a
 * stack stay, the rest is counted.
 */
export function maskOutput(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * keptAtEnds + shortestMask) return lines.map(shortLine).join('\n');
  const keep = lines.map((line, place) => {
    if (place < keptAtEnds || place >= lines.length - keptAtEnds) return true;
    if (stackFrame.test(line)) return !stackFrame.test(lines[place - 1] ?? '');
    return telling.test(line);
  });
  const shown: string[] = [];
  for (let place = 0; place < lines.length; ) {
    const end = endOfRun(keep, place);
    if (keep[place] || end - place < shortestMask) {
      shown.push(...lines.slice(place, end).map(shortLine));
    } else {
      shown.push(`[… ${end - place} lines of output left out …]`);
    }
    place = end;
  }
  return withoutRepeats(shown).join('\n');
}

function endOfRun(keep: readonly boolean[], start: number): number {
  let end = start + 1;
  while (end < keep.length && keep[end] === keep[start]) end++;
  return end;
}

function shortLine(line: string): string {
  if (line.length <= longestLine) return line;
  const head = line.slice(0, longestLine - 60).replace(/[\uD800-\uDBFF]$/, '');
  return `${head}[… ${line.length - head.length} more characters …]`;
}

/** A test that fails a hundred times says the same line a hundred times. */
function withoutRepeats(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const said = line.trim().replace(/\d+/g, '#');
    if (said === '' || !telling.test(line)) return true;
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}

/** Masks the fenced blocks of a text and leaves its prose alone. */
export function maskFencedOutput(text: string): string {
  return text.replace(
    /^(```|~~~)([^\n]*)\n([\s\S]*?)^\1/gm,
    (_, fence: string, label: string, body: string) =>
      `${fence}${label}\n${maskOutput(body.replace(/\n$/, ''))}\n${fence}`,
  );
}
