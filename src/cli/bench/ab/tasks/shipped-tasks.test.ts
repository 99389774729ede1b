import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../../test/support/scratch-folder.ts';
import { writeFiles } from '../../../../loop/testing/temporary-folder.ts';
import { readSetting, withSetting } from '../simulated/read-prompt.ts';
import { atlas } from './atlas.ts';
import { clinic } from './clinic.ts';
import { courier } from './courier.ts';
import { invoices } from './invoices.ts';
import { lab } from './lab.ts';
import { tasksOf } from './settings-repository.ts';
import { shippedTasks } from './shipped-tasks.ts';

it('are at least twelve, of every complexity', () => {
  const tasks = shippedTasks();
  const count = (wanted: string) => tasks.filter(({ complexity }) => complexity === wanted).length;
  expect([count('low'), count('medium'), count('high')]).toEqual([3, 6, 6]);
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
});

it.each([invoices, courier, atlas, lab, clinic])(
  'can be done, and are not done: $about',
  (repository) => {
    for (const [at, task] of tasksOf(repository).entries()) {
      const { obstacles = [] } = repository.tasks[at] ?? {};
      const folder = scratchFolder();
      if (task.source.kind !== 'files') throw new Error('a shipped task has files');
      writeFiles(folder, task.source.files);
      const check = () =>
        spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' });
      const before = check();
      expect(before.status).toBe(1);
      // An obstacle of a later stage does not show yet.
      const later = obstacles.filter(({ stage }) => stage > 1);
      for (const { says } of later) expect(before.stdout).not.toContain(says);
      for (const { file, key, value } of obstacles) {
        const setting = readSetting(task.source.files[file] ?? '', key);
        expect(setting?.value, `${task.name}: ${key}`).not.toBe(value);
        if (task.complexity !== 'low')
          expect(setting?.choices, `${task.name}: ${key}`).toContain(value);
        const target = path.join(folder, file);
        const now = existsSync(target) ? readFileSync(target, 'utf8') : undefined;
        writeFiles(folder, { [file]: withSetting(now, key, value) });
      }
      expect(check(), task.name).toMatchObject({ status: 0 });
    }
  },
);
