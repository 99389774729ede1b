import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import type { Place } from '../client.ts';
import type { Program } from '../stdio-launch.ts';

export interface TemporaryHost {
  readonly folder: string;
  readonly place: Place;
  readonly program: Program;
  /** Text with the random folder replaced, for snapshots. */
  neutral(text: string): string;
}

/** A home, a project and an installed program in a folder of their own, gone when the test file is done. */
export async function temporaryHost(
  options: { readonly onPath?: boolean; readonly env?: Record<string, string> } = {},
): Promise<TemporaryHost> {
  const folder = scratchFolder();
  const home = path.join(folder, 'home');
  const root = path.join(folder, 'project');
  const bin = path.join(folder, 'bin');
  const dist = path.join(folder, 'ralph', 'dist');
  await Promise.all([home, root, bin, dist].map((name) => mkdir(name, { recursive: true })));
  const script = path.join(dist, 'ralph.cjs');
  await writeFile(script, '');
  await writeExecutable(path.join(bin, 'node'), '#!/bin/sh\n');
  if (options.onPath !== false) {
    await writeExecutable(path.join(bin, 'ralph'), `#!/bin/sh\nexec node "${script}" "$@"\n`);
  }
  return {
    folder,
    place: { platform: 'linux', env: { PATH: bin, ...options.env }, home, root },
    program: { node: path.join(bin, 'node'), script },
    neutral: (text) =>
      text.replaceAll(folder, '/T').replaceAll(/\d{8}-\d{6}-\d{3}\.bak/g, 'TIME.bak'),
  };
}

export async function writeExecutable(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o755);
}

export async function put(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** What a person would read of a failure. */
export async function failure(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (error instanceof Error && 'hint' in error) return `${error.message}\n${error.hint}`;
    throw error;
  }
  throw new Error('nothing failed');
}
