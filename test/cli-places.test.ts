import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram, ralph } from './support/run-program.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'ralph-places-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('odd places to start from', () => {
  it('a folder that has been deleted', () => {
    const gone = path.join(scratch, 'gone');
    mkdirSync(gone);
    const started = spawnSync(
      'sh',
      [
        '-c',
        'cd "$1" && rmdir "$1" && exec "$2" "$3" validate',
        'sh',
        gone,
        process.execPath,
        builtProgram,
      ],
      { encoding: 'utf8' },
    );
    expect(started).toMatchObject({
      status: 1,
      stderr:
        'error: The current folder does not exist any more.\nChange to a folder that exists (cd), then run the same command again.\n',
    });
  });

  it('an empty --root, as an unset variable leaves it', async () => {
    const folder = path.join(scratch, 'empty');
    mkdirSync(folder);
    const { code, stderr } = await ralph(['init', '--yes', '--root', ''], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: --root is empty.\nName a folder, or leave --root out to use the current folder.\n',
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('the local model leaves nothing in the home folder: its runtime reports to nobody', async () => {
  const [home, root] = [path.join(scratch, 'home'), path.join(scratch, 'project')];
  for (const folder of [home, root]) mkdirSync(folder);
  const how = { cwd: root, env: { PATH: process.env.PATH, HOME: home } };
  expect(await ralph(['context', 'add', 'Tea is green'], how)).toMatchObject({ code: 0 });
  const { stdout } = await ralph(['context', 'stats', '--json'], how);
  expect(JSON.parse(stdout)).toMatchObject({ embedded_items: 1 });
  expect(readdirSync(home)).toEqual([]);
});
