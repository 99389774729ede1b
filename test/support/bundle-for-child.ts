import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';

const repository = path.resolve(import.meta.dirname, '../..');

/** Bundles a few lines that import from the repository (`./src/…`) into a program that plain Node can run. */
export async function bundleForChild(folder: string, source: string): Promise<string> {
  const home = await mkdtemp(path.join(folder, 'child-'));
  const program = path.join(home, 'program.mjs');
  const entry = '\0entry';
  const build = await rolldown({
    input: entry,
    cwd: repository,
    platform: 'node',
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === entry) return id;
          return importer === entry && id.startsWith('./') ? path.resolve(repository, id) : null;
        },
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  await writeFile(program, output[0].code);
  return program;
}
