// The one way this repository bundles anything: the product and the servers it is measured against.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** Packages with native parts, which must stay files of their own. */
const external = [/^node:/, '@photostructure/sqlite', 'sqlite-vec', 'onnxruntime-node'];

/** `replace`: files that are bundled with other contents than they have, by their absolute path. */
export async function bundle({ input, outDir, define = {}, banner = {}, replace = {} }) {
  const build = await rolldown({
    input,
    plugins: [{ name: 'replace', load: (id) => replace[id] }],
    platform: 'node',
    external,
    // Some packages' `main` is a UMD file whose own requires a bundler cannot follow.
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
    transform: {
      target: 'node20',
      define: { 'import.meta.dirname': '__dirname', ...define },
    },
  });
  await build.write({
    dir: outDir,
    format: 'cjs',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    keepNames: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'parts/[name]-[hash].cjs',
    banner: (chunk) => (chunk.isEntry ? (banner[chunk.name] ?? '') : ''),
  });
  await build.close();
  for (const name of Object.keys(banner)) chmodSync(path.join(outDir, `${name}.cjs`), 0o755);
}
