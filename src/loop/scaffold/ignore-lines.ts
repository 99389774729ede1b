/** What Ralph writes for itself while it works; the scaffold and the skillbook are meant to be shared. */
const wanted = ['.ralph/', '.agent/context/'];

/**
 * The text of a .gitignore with the lines that it lacks, or nothing if it lacks none.
 * Takes and returns one character per byte, so that whatever encoding the user has comes back as it was.
 */
export function withIgnoreLines(bytes: string | undefined): string | undefined {
  const text = bytes ?? '';
  const rules = text.split(/\r?\n/).map((line) => line.replace(/^\xef\xbb\xbf/, '').trim());
  const missing = wanted.filter((line) => !rules.some((rule) => decides(rule, line)));
  if (missing.length === 0) return undefined;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const open = text !== '' && !text.endsWith('\n') ? end : '';
  const gap = text === '' ? '' : end;
  return [text, open, gap, ["# Ralph's own state", ...missing, ''].join(end)].join('');
}

/** Whether a rule already settles a folder: ignores it or one above it, or was written to keep it. */
function decides(rule: string, folder: string): boolean {
  const pattern = rule
    .replace(/^!/, '')
    .replace(/^\/|^\*\*\//, '')
    .replace(/\/\*{0,2}$/, '');
  const target = folder.replace(/\/$/, '');
  return pattern !== '' && (target === pattern || target.startsWith(`${pattern}/`));
}
