/** What a terminal would show of these bytes, scrolled out lines included: rows of cells `{text, style}`. */
export function screenOf(bytes, columns) {
  const rows = [[]];
  const cursor = { row: 0, column: 0 };
  let style = {};
  for (const [part, parameters, final] of bytes.matchAll(pieces)) {
    if (final === 'm') style = styled(style, parameters);
    else if (final !== undefined) move(rows, cursor, Number(parameters || 1), final);
    else if (part === '\r') cursor.column = 0;
    else if (part === '\n') toRow(rows, cursor, cursor.row + 1);
    else if (part >= ' ') put(rows, cursor, part, style, columns);
  }
  while (rows.length > 0 && rows.at(-1).every(({ text }) => text === ' ')) rows.pop();
  return rows;
}

const introducer = '\u001b';
// A colour or movement; a mode, title or charset, which shows nothing; one character.
const pieces = new RegExp(
  `${introducer}\\[([\\d;]*)([A-Za-z])|${introducer}(?:\\[[?>=][\\d;]*[A-Za-z]|\\][^\\u0007]*\\u0007|[()][A-Z0-9]|.)|\\r|\\n|[^]`,
  'gu',
);

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function styled(style, parameters) {
  let next = style;
  for (const code of parameters.split(';').map(Number)) {
    if (code === 0) next = {};
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, dim: true };
    else if (code === 22) next = { ...next, bold: false, dim: false };
    else if (code >= 30 && code <= 37) next = { ...next, colour: colours[code - 30] };
    else if (code === 39) next = { ...next, colour: undefined };
    else if (code === 90) next = { ...next, dim: true };
    else if (code >= 91 && code <= 97) next = { ...next, colour: colours[code - 90] };
  }
  return next;
}

function put(rows, cursor, text, style, columns) {
  if (cursor.column >= columns) {
    toRow(rows, cursor, cursor.row + 1);
    cursor.column = 0;
  }
  const row = rows[cursor.row];
  while (row.length < cursor.column) row.push({ text: ' ', style: {} });
  row[cursor.column] = { text, style };
  cursor.column += 1;
}

function move(rows, cursor, count, final) {
  if (final === 'A') cursor.row = Math.max(0, cursor.row - count);
  else if (final === 'B') toRow(rows, cursor, cursor.row + count);
  else if (final === 'C') cursor.column += count;
  else if (final === 'D') cursor.column = Math.max(0, cursor.column - count);
  else if (final === 'G') cursor.column = count - 1;
  else if (final === 'K' || final === 'J') {
    rows[cursor.row].length = Math.min(rows[cursor.row].length, cursor.column);
    if (final === 'J') rows.length = cursor.row + 1;
  }
}

function toRow(rows, cursor, row) {
  while (rows.length <= row) rows.push([]);
  cursor.row = row;
}
