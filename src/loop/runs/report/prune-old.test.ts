import {
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { pruneOld } from './prune-old.ts';

const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

function folderWithLogs() {
  const root = temporaryFolder();
  const logs = path.join(root, '.ralph', 'logs');
  mkdirSync(logs, { recursive: true });
  const files = {
    '20260101-000000_ralph_run.log': 40,
    '20260101-000000_ralph_run.summary.json': 40,
    '20260102-000000_ralph_understand.log': 31,
    // Begun long ago and resumed since.
    '20260103-000000_ralph_run.log': 2,
    'server.log': 400,
    '20260101-000000_mine.log': 400,
  };
  for (const [name, days] of Object.entries(files)) {
    writeFileSync(path.join(logs, name), name);
    utimesSync(path.join(logs, name), daysAgo(days), daysAgo(days));
  }
  return { root, logs };
}
const prune = (root: string) =>
  pruneOld({ root, dataFolder: temporaryFolder(), keepDays: 30, now, keepSnapshots: [] });

test('logs of runs that nothing was added to for so many days go, and nothing else', async () => {
  const { root, logs } = folderWithLogs();
  expect(await prune(root)).toEqual([]);
  expect(readdirSync(logs).sort()).toEqual([
    '20260101-000000_mine.log',
    '20260103-000000_ralph_run.log',
    'server.log',
  ]);
});

test('a log folder that leads elsewhere is left alone, as is a project without one', async () => {
  const { root, logs } = folderWithLogs();
  const elsewhere = path.join(temporaryFolder(), 'logs');
  renameSync(logs, elsewhere);
  symlinkSync(elsewhere, logs);
  expect(await prune(root)).toEqual([]);
  expect(readdirSync(elsewhere)).toHaveLength(6);
  expect(await prune(temporaryFolder())).toEqual([]);
});
