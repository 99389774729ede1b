import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';

const ofThisFile: string[] = [];

/** A new folder, without links in its name, gone when the test file is done. */
export function scratchFolder(): string {
  const folder = newFolder(tmpdir());
  ofThisFile.push(folder);
  return folder;
}

/** One that the test files which share a process may all use, gone when all of them are done. */
export function sharedFolder(): string {
  return newFolder(inject('sharedFolder'));
}

/** Called after each test file. */
export function removeScratchFolders(): void {
  for (const folder of ofThisFile.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function newFolder(parent: string): string {
  return mkdtempSync(path.join(realpathSync(parent), 'ralph-test-'));
}
