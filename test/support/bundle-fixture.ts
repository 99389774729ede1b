import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';

/** Bundles a fixture program the way the product is bundled; `remove` it when the tests are done. */
export async function bundleFixture(
  name: string,
): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ralph-fixture-'));
  await bundle({
    input: { [name]: path.join(import.meta.dirname, '..', 'fixtures', 'server', `${name}.ts`) },
    outDir: folder,
  });
  return {
    file: path.join(folder, `${name}.cjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
