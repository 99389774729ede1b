// Bundles src/cli/ralph.ts into dist/: CommonJS with one file per lazily loaded part.
// CommonJS, because Node loads it measurably faster than the same bundle as ES modules.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { removeOldParts } from './old-parts.mjs';
import { sourceHash } from './source-hash.mjs';

/** Parts of earlier builds stay this long after them. None are packed. */
const keepMs = process.env.npm_lifecycle_event === 'prepack' ? 0 : 24 * 3_600_000;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const fresh = path.join(root, `dist/.new-${process.pid}`);
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const hash = sourceHash(root);

mkdirSync(path.join(dist, 'parts'), { recursive: true });
const previous = partsOfLastBuild();
removeBrokenOff();
try {
  await bundle({
    input: {
      ralph: path.join(root, 'src/cli/ralph.ts'),
      'embedding-worker': path.join(root, 'src/embedding/local/worker.ts'),
    },
    outDir: fresh,
    define: { __RALPH_VERSION__: JSON.stringify(version) },
    banner: { ralph: '#!/usr/bin/env node' },
    replace: await answered(path.join(root, 'src/app/tool-data.ts')),
  });
  // Parts carry a hash of their content in their names, so the entry can be swapped last, in one step.
  const parts = readdirSync(path.join(fresh, 'parts'));
  for (const part of parts)
    renameSync(path.join(fresh, 'parts', part), path.join(dist, 'parts', part));
  // Until all is in place nothing says what it was built from, so that a swap broken off half-way is made again.
  rmSync(path.join(dist, 'build.json'), { force: true });
  renameSync(path.join(fresh, 'embedding-worker.cjs'), path.join(dist, 'embedding-worker.cjs'));
  writeFileSync(path.join(fresh, 'build.json'), JSON.stringify({ source_hash: hash, parts }));
  renameSync(path.join(fresh, 'ralph.cjs'), path.join(dist, 'ralph.cjs'));
  renameSync(path.join(fresh, 'build.json'), path.join(dist, 'build.json'));
  removeOldParts({ folder: path.join(dist, 'parts'), current: parts, previous, keepMs });
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** The file that asks the tools what they say of themselves, with their answers instead of the questions. */
async function answered(file) {
  await bundle({ input: { 'tool-data': file }, outDir: path.join(fresh, 'asked') });
  const { toolData } = createRequire(import.meta.url)(path.join(fresh, 'asked/tool-data.cjs'));
  const entries = await Promise.all(
    Object.entries(toolData).map(async ([toolset, ask]) => {
      // As a text of JSON, which is read faster than code, and only when this set is asked for.
      const text = JSON.stringify(JSON.stringify(await ask()));
      return `${toolset}: async () => JSON.parse(${text})`;
    }),
  );
  return { [file]: `export const toolData = { ${entries.join(', ')} };` };
}

function partsOfLastBuild() {
  const marker = path.join(dist, 'build.json');
  const said = existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')).parts : undefined;
  // Where it was broken off, all that is there may be its.
  return said ?? readdirSync(path.join(dist, 'parts'));
}

/** What builds that were killed left behind; it would be packed too. */
function removeBrokenOff() {
  for (const name of readdirSync(dist)) {
    const pid = /^\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid)))
      rmSync(path.join(dist, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === 'EPERM';
  }
}
