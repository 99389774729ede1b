import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, without links in its name, gone when the test file is done. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'ralph-test-'));
  made.push(folder);
  return folder;
}
