import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the test's own, without links in its name, gone when the test is over. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'ralph-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
