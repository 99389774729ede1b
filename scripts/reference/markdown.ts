/** A Markdown table; nothing when it would have no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** A page as it is written to its file: one line end at the end. */
export function page(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
