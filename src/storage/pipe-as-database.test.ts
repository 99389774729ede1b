import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inspectDatabase } from './inspect-database.ts';
import { openDatabase } from './open-database.ts';

it('a pipe is no database, and nobody waits for its other end', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ralph-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ralph.db');
  execFileSync('mkfifo', [file]);
  const refusal = {
    message: `The database ${file} cannot be opened.`,
    hint: expect.stringContaining('Check that this path is a file'),
  };
  await expect(openDatabase({ file, migrations: [] })).rejects.toMatchObject(refusal);
  expect(await inspectDatabase(file, { migrations: [] })).toMatchObject({
    status: 'unreadable',
    problem: refusal,
  });
});
