// Writes the files that derive from the sources (the references in docs, the config schema); `--check` only compares.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const outDir = path.join(root, 'node_modules/.cache/ralph-generate');

rmSync(outDir, { recursive: true, force: true });
await bundle({ input: { generated: path.join(root, 'scripts/generated-files.ts') }, outDir });
const { generatedFiles } = createRequire(import.meta.url)(path.join(outDir, 'generated.cjs'));

const stale = [];
for (const [name, text] of Object.entries(await generatedFiles())) {
  const file = path.join(root, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(name);
  if (process.argv.includes('--check')) continue;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run "npm run generate" and commit the result.`);
  process.exitCode = 1;
} else {
  console.log(stale.length > 0 ? `wrote ${stale.join(', ')}` : 'generated files are up to date');
}
