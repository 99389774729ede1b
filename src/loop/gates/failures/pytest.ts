import { type FoundFailures, failingTests, nothingFound } from './failure-format.ts';

export function pytest(lines: readonly string[]): FoundFailures {
  const totals = lines.filter((line) =>
    /^(?:=+ )?(?:\d+ [a-z ]+, )*\d+ (?:failed|errors?)\b.* in [\d.]+s/.test(line),
  );
  if (totals.length === 0) return nothingFound;
  const names: string[] = [];
  let inSummary = false;
  for (const line of lines) {
    if (/^=+ short test summary info =+$/.test(line)) inSummary = true;
    else if (totals.includes(line)) inSummary = false;
    if (!inSummary) continue;
    const entry =
      /^(?:FAILED|ERROR|SUBFAILED(\([^)]*\)|\[.*?\])?) (\S+?(?:\[.*?\])?)(?: - .*)?$/.exec(line);
    if (entry?.[2]) names.push(entry[1] ? `${entry[2]} ${entry[1]}` : entry[2]);
  }
  const counted = totals
    .flatMap((line) => [...line.matchAll(/\b(\d+) (?:failed|errors?)\b/g)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
  return failingTests(names, counted);
}
