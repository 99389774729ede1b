import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

export interface BundledFixture {
  readonly file: string;
  remove(): void;
}

/**
 * Bundles a program of test/fixtures (`server/test-server`) the way the product is bundled; `remove` it when the
 * tests are done. One that loads packages which are never bundled has to lie where Node finds them.
 */
export async function bundleFixture(
  name: string,
  options: { readonly besidePackages?: boolean } = {},
): Promise<BundledFixture> {
  const home = options.besidePackages ? path.join(repository, 'node_modules/.cache') : tmpdir();
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(path.join(home, 'ralph-fixture-'));
  // Some tests run their fixture as another user.
  chmodSync(folder, 0o755);
  const entry = path.basename(name);
  await bundle({
    input: { [entry]: path.join(repository, 'test/fixtures', `${name}.ts`) },
    outDir: folder,
  });
  return {
    file: path.join(folder, `${entry}.cjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
