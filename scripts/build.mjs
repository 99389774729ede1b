// Bundles src/cli/ralph.ts into dist/: CommonJS with one file per lazily loaded part.
// CommonJS, because Node loads it measurably faster than the same bundle as ES modules.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { sourceHash } from './source-hash.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const hash = sourceHash(root);

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
await bundle({
  input: { ralph: path.join(root, 'src/cli/ralph.ts') },
  outDir: path.join(root, 'dist'),
  define: { __RALPH_VERSION__: JSON.stringify(version) },
  banner: { ralph: '#!/usr/bin/env node' },
});
writeFileSync(
  path.join(root, 'dist/build.json'),
  JSON.stringify({
    source_hash: hash,
    id: createHash('sha256').update(hash).digest('hex').slice(0, 12),
  }),
);
