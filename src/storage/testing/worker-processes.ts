import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import { type BundledFixture, bundleFixture } from '../../../test/support/bundle-fixture.ts';

export interface Worker {
  readonly process: ChildProcessWithoutNullStreams;
  /** The lines said so far. */
  readonly lines: readonly string[];
  /** Waits until so many lines have been said. */
  said(count: number): Promise<void>;
  /** Waits for the end; throws with what was on stderr if it did not end well. */
  done(): Promise<void>;
  /** kill -9, and waits until it is dead. */
  kill(): Promise<void>;
}

/** Builds a worker program of test/fixtures for the tests of a file, and returns the way to start it. */
export function workerProcesses(
  fixture = 'storage/worker',
): (...args: readonly string[]) => Worker {
  const running = new Set<ChildProcessWithoutNullStreams>();
  let program: BundledFixture;
  beforeAll(async () => {
    program = await bundleFixture(fixture, { besidePackages: true });
  });
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    program.remove();
  });

  return (...args) => {
    const child = spawn(process.execPath, [program.file, ...args]);
    running.add(child);
    const lines: string[] = [];
    let [partial, errors] = ['', ''];
    let onLine = () => {};
    child.stdout.on('data', (chunk: Buffer) => {
      const parts = (partial + chunk.toString()).split('\n');
      partial = parts.pop() ?? '';
      lines.push(...parts);
      onLine();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const closed = new Promise<number | null>((resolve) => {
      child.on('close', (code) => {
        running.delete(child);
        resolve(code);
        onLine();
      });
    });
    return {
      process: child,
      lines,
      said: (count) =>
        new Promise((resolve, reject) => {
          onLine = () => {
            if (lines.length >= count) resolve();
            else if (!running.has(child)) reject(new Error(`the worker ended early: ${errors}`));
          };
          onLine();
        }),
      async done() {
        if ((await closed) !== 0) throw new Error(`the worker failed: ${errors}`);
      },
      async kill() {
        child.kill('SIGKILL');
        await closed;
      },
    };
  };
}
