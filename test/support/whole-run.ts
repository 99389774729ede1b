import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files keep what they share. */
    readonly sharedFolder: string;
  }
}

/** Around all test files: a worker is ended without a chance to clean up after itself. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'ralph-tests-'));
  provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
