/**
 * How many topics of a codebase map nobody has ticked; null when the map has no list "Next Topics", where nothing can
 * be told from it.
 */
export function openTopics(map: string): number | null {
  const lines = map.split(/\r?\n/);
  const start = lines.findIndex((line) => /^#{1,6}\s+next topics\s*$/i.test(line));
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,6}\s/.test(line));
  const list = end < 0 ? rest : rest.slice(0, end);
  const boxes = list.filter((line) => /^\s*[-*+]\s+\[[ xX]\](\s|$)/.test(line));
  if (boxes.length === 0) return null;
  return boxes.filter((line) => line.includes('[ ]')).length;
}
