// Makes a fresh clone usable: installs the locked packages, fetches the model and builds dist/ when one is missing or stale.
// Everything it says goes to stderr, because the launcher may be serving a protocol on stdout.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (name) => path.join(root, name);
const say = (line) => process.stderr.write(`ralph: ${line}\n`);

function run(what, command, args) {
  const started = Date.now();
  say(`${what} …`);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (result.status !== 0) {
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd().split('\n');
    process.stderr.write(`${said.slice(0, 30).join('\n')}\n`);
    say(
      `${what} failed${result.error ? `: ${result.error.message}` : ''}. Mend what is said above and run the same command again.`,
    );
    process.exit(1);
  }
  say(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

function installIsStale() {
  const installed = at('node_modules/.package-lock.json');
  return modified(installed) < modified(at('package-lock.json')) && !sameLock(installed);
}

/** A checkout touches the lock file without changing it: compare what it asks for before reinstalling. */
function sameLock(installed) {
  if (!existsSync(installed)) return false;
  const versions = (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.fromEntries(
      Object.entries(packages)
        .filter(([name]) => name)
        .map(([name, p]) => [name, p.version]),
    );
  };
  const have = versions(installed);
  const want = versions(at('package-lock.json'));
  const optional = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([name, version]) =>
      have[name] === version || (have[name] === undefined && optional[name].optional),
  );
}

function buildIsStale() {
  const marker = at('dist/build.json');
  if (!existsSync(marker) || !existsSync(at('dist/ralph.cjs'))) return true;
  return JSON.parse(readFileSync(marker, 'utf8')).source_hash !== sourceHash(root);
}

if (installIsStale()) {
  run('first use: installing the locked packages (npm ci)', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}
if (!process.argv.includes('--install-only')) {
  // Says itself what went wrong: without the model Ralph works by words alone.
  if (!existsSync(at('models/all-MiniLM-L6-v2/NOTICE')))
    spawnSync(process.execPath, [at('scripts/fetch-model.mjs')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  if (buildIsStale()) run('building', process.execPath, [at('scripts/build.mjs')]);
  // The launcher compares this file's age with git's log, so say that it has been looked at.
  else utimesSync(at('dist/ralph.cjs'), new Date(), new Date());
}
