/** The beginning of a text on one line, cut between words where one is near. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const head = line.slice(0, length - 1);
  const space = head.lastIndexOf(' ');
  const cut = space > length / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}
