// `npm run check`: every static check, side by side, with one line each and the output of those that fail.
import { spawn } from 'node:child_process';

const checks = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['-p', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['import directions', 'vitest', ['run', '--reporter=dot', 'test/architecture.test.ts']],
  ['generated files', process.execPath, ['scripts/generate.mjs', '--check']],
];

const results = await Promise.all(
  checks.map(
    ([name, command, args]) =>
      new Promise((resolve) => {
        const started = Date.now();
        const bin = command === process.execPath ? command : `node_modules/.bin/${command}`;
        const child = spawn(bin, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.stderr.on('data', (chunk) => {
          output += chunk;
        });
        child.on('error', (error) =>
          resolve({ name, ok: false, output: error.message, seconds: 0 }),
        );
        child.on('close', (code) =>
          resolve({ name, ok: code === 0, output, seconds: (Date.now() - started) / 1000 }),
        );
      }),
  ),
);
for (const { name, ok, output, seconds } of results) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output);
}
process.exitCode = results.every((r) => r.ok) ? 0 : 1;
