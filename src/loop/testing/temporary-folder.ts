import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';

/** A folder with these files, gone when the test file is done. Names that end in `/` are folders. */
export function temporaryFolder(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = scratchFolder();
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(file, content);
  }
}

/** Every file below a folder with its bytes, one character each. */
export function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files
      .map((file): [string, string] => [path.relative(folder, file), readFileSync(file, 'latin1')])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A program that can be found and run, with nothing else on its PATH. */
export function fakeProgram(folder: string, name: string, script = 'exit 0'): string {
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}
