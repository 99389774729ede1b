/** A text most of whose words follow each other in what was said before brings nothing. */
const mostSaid = 0.6;
const together = 3;

/**
 * Tells of a text whether others have said it: by the share of its runs of three words that occur in them, which no
 * two texts have in common by being about the same thing.
 */
export function alreadySaidIn(texts: readonly string[]): (text: string) => boolean {
  const said = new Set(texts.flatMap(runsOf));
  return (text) => {
    const runs = runsOf(text);
    return runs.length > 0 && runs.filter((run) => said.has(run)).length >= mostSaid * runs.length;
  };
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .slice(together - 1)
    .map((_, place) => words.slice(place, place + together).join(' '));
}
