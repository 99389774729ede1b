// Completes package-lock.json with the optional packages of other platforms.
// A registry mirror may not serve them all; npm then leaves them out of the lock, and `npm ci` refuses it.
import { readFileSync, writeFileSync } from 'node:fs';

const [file = 'package-lock.json'] = process.argv.slice(2);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** What a platform package's name says about where it runs. */
function platform(name) {
  const words = name.split('/').at(-1).split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((w) => w.startsWith('musl'))
    ? ['musl']
    : words.some((w) => w.startsWith('gnu'))
      ? ['glibc']
      : [];
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
  };
}

/** Where Node would look for `name` from `place`: the nearest node_modules that has it. */
function find(place, name) {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const candidate = `${at}${at ? '/' : ''}node_modules/${name}`;
    if (lock.packages[candidate]) return candidate;
    if (!at.includes('/node_modules/'))
      return lock.packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
  }
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = find(place, name);
    if (found && (lock.packages[found].version === version || !/^\d/.test(version))) continue;
    const where = found ? `${place}/node_modules/${name}` : `node_modules/${name}`;
    lock.packages[where] = {
      version: version.replace(/^[^\d]*/, ''),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform(name),
    };
    added++;
  }
}
const [root, ...rest] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to ${file}`);
