const cell = { width: 8.4, height: 19 };
const edge = 18;
const bar = 34;

/** Rows of cells as an SVG picture of a terminal window, with one text per run of equal cells. */
export function drawScreen(rows, { columns, command }) {
  const width = Math.ceil(columns * cell.width + 2 * edge);
  const height = Math.ceil(rows.length * cell.height + bar + edge);
  const title = command.join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${css}</style>`,
    `<rect class="window" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9"/>`,
    ...[0, 1, 2].map((n) => `<circle class="button" cx="${edge + n * 18}" cy="18" r="5.5"/>`),
    `<text class="title" x="${width / 2}" y="22" text-anchor="middle">${escaped(title)}</text>`,
    ...rows.map((row, index) => drawRow(row, bar + (index + 1) * cell.height - 6)),
    '</svg>',
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

// The same in light and dark surroundings, as a terminal is.
const css = [
  'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d6deeb;white-space:pre}',
  '.window{fill:#10151c;stroke:#3b4450}',
  '.button{fill:#3b4450}',
  '.title{fill:#8794a5}',
  '.bold{font-weight:700;fill:#ffffff}',
  '.dim{fill:#8794a5}',
  '.red{fill:#ff7b72}',
  '.green{fill:#6fdd8b}',
  '.yellow{fill:#e3b341}',
  '.blue{fill:#79b8ff}',
  '.magenta{fill:#d2a8ff}',
  '.cyan{fill:#76e3ea}',
].join('');

function drawRow(row, y) {
  const runs = [];
  row.forEach(({ text, style }, column) => {
    const last = runs.at(-1);
    const classes = classesOf(style);
    if (last && last.classes === classes) last.text += text;
    else runs.push({ column, classes, text });
  });
  return runs.map((run) => drawRun(run, y)).join('');
}

/** Its length is given, so that columns stay in line whichever font is there. */
function drawRun({ column, classes, text }, y) {
  const start = text.length - text.trimStart().length;
  const shown = text.trim();
  if (shown === '') return '';
  const x = number(edge + (column + start) * cell.width);
  const length = number([...shown].length * cell.width);
  const of = classes === '' ? '' : ` class="${classes}"`;
  return `<text${of} x="${x}" y="${y}" textLength="${length}">${escaped(shown)}</text>`;
}

function classesOf({ bold, dim, colour }) {
  return [bold && 'bold', dim && 'dim', colour].filter(Boolean).join(' ');
}

function number(value) {
  return String(Math.round(value * 100) / 100);
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
