import { cp, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../../base/file-errors.ts';

const mostTries = 10;
const pauseMs = 200;

/** A server that an agent had started may still be ending, and files of its databases go with it: once more, then. */
export async function copyFolder(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rm(to, { recursive: true, force: true });
      await cp(from, to, { recursive: true, verbatimSymlinks: true });
      return;
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT' || tries === mostTries) throw thrown;
      await delay(pauseMs);
    }
  }
}
