// Records a command on a pseudo-terminal (util-linux `script`) and draws what it showed as SVG.
//   node scripts/record-demo.mjs                        `ralph demo`: whole, and its beginning for the README
//   node scripts/record-demo.mjs FILE COMMAND [ARG…]    anything else
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawScreen } from './recording/draw-screen.mjs';
import { screenOf } from './recording/screen-of.mjs';

const columns = 100;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [file, ...words] = process.argv.slice(2);

if (file === undefined) await recordDemo();
else draw(file, words, screenOf(await record(words), columns));

async function recordDemo() {
  const program = path.join(root, 'ralph');
  // A first use installs and builds, which is another story.
  execFileSync(program, ['--version']);
  const rows = screenOf(await record([program, 'demo']), columns);
  const pictures = path.join(root, 'docs/pictures');
  draw(path.join(pictures, 'demo-whole.svg'), ['ralph', 'demo'], rows);
  draw(path.join(pictures, 'demo.svg'), ['ralph', 'demo'], beginning(rows, 'Iteration 3'));
}

/** The rows before the one that starts with a text, and a sign that there are more. */
function beginning(rows, next) {
  const end = rows.findIndex((row) =>
    row
      .map(({ text }) => text)
      .join('')
      .startsWith(next),
  );
  if (end < 0) throw new Error(`The recording has no line that starts with "${next}".`);
  return [...rows.slice(0, end), [...'⋮'].map((text) => ({ text, style: { dim: true } }))];
}

function draw(file, command, rows) {
  const target = path.resolve(file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, drawScreen(rows, { columns, command }));
  console.log(`wrote ${path.relative(process.cwd(), target)}`);
}

/** What the command writes to a terminal of its own. */
function record(words) {
  const line = `stty cols ${columns} rows 50; exec ${words.map(shellQuoted).join(' ')}`;
  const { NO_COLOR: _, ...env } = process.env;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env: { ...env, TERM: 'xterm-256color', COLUMNS: String(columns) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('error', () => reject(new Error('This needs "script" of util-linux.')));
    child.on('close', (code) => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (code === 0) resolve(text);
      else reject(new Error(`${words.join(' ')} ended with exit code ${code}:\n${text}`));
    });
  });
}

function shellQuoted(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
