/** About as much as the local model reads (256 tokens); what comes after is invisible to it. */
const partLength = 1_000;
/** A part that would be shorter than this joins the one before. */
const shortest = 200;
/** A huge text is represented by its beginning: the text index has all of it. */
const mostParts = 64;

/** The parts of a text that are embedded one by one, broken at lines, sentences or words where possible. */
export function splitForEmbedding(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length && parts.length < mostParts) {
    const rest = text.length - start;
    const end = rest <= partLength + shortest ? text.length : breakBefore(text, start + partLength);
    const part = text.slice(start, end).trim();
    if (part !== '') parts.push(part);
    start = end;
  }
  return parts;
}

/** The best place to break in the last quarter of a part; never inside a character. */
function breakBefore(text: string, end: number): number {
  const from = end - partLength / 4;
  const window = text.slice(from, end);
  for (const mark of ['\n', '. ', ' ']) {
    const at = window.lastIndexOf(mark);
    if (at >= 0) return from + at + mark.length;
  }
  return /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end + 1 : end;
}
