import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTextIfExists, writeFileAtomic } from './files.ts';

test.each([
  ['read', readTextIfExists],
  ['write', (file: string) => writeFileAtomic(file, 'text')],
])('a pipe that nobody fills is refused, not waited for: %s', async (action, use) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ralph-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(use(pipe)).rejects.toMatchObject({
    message: `Cannot ${action} ${pipe}: it is a device, pipe or socket.`,
    hint: 'Name an ordinary file.',
  });
});
