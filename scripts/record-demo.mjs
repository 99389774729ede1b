// Records a command on a pseudo-terminal (util-linux `script`) and draws its last screen as SVG.
//   node scripts/record-demo.mjs                        `ralph demo` → docs/pictures/demo.svg
//   node scripts/record-demo.mjs FILE COMMAND [ARG…]    anything else
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawScreen } from './recording/draw-screen.mjs';
import { screenOf } from './recording/screen-of.mjs';

const columns = 100;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [file = 'docs/pictures/demo.svg', ...words] = process.argv.slice(2);
const isDemo = words.length === 0;
const command = isDemo ? ['ralph', 'demo'] : words;

// A first use installs and builds, which is another story.
const program = path.join(root, 'ralph');
if (isDemo) execFileSync(program, ['--version']);
const recorded = await record(isDemo ? [program, 'demo'] : words);
const target = path.resolve(file);
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, drawScreen(screenOf(recorded, columns), { columns, command }));
console.log(`wrote ${path.relative(process.cwd(), target)}`);

/** The bytes that the command writes to a terminal of its own. */
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
