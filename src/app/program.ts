import { existsSync } from 'node:fs';
import path from 'node:path';

/** The bundle of this installation, whether this code runs in it (`dist/parts`) or from source (`src/app`). */
export function programFile(): string {
  const beside = path.join(import.meta.dirname, '..', 'ralph.cjs');
  return existsSync(beside)
    ? beside
    : path.join(import.meta.dirname, '..', '..', 'dist', 'ralph.cjs');
}
