import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtProgram, runProgramFile } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const clone = path.dirname(path.dirname(builtProgram));

it('the demo shows all its steps where there is no model, and says once what it does without', async () => {
  const [here, home, temporary] = [scratchFolder(), scratchFolder(), scratchFolder()];
  mkdirSync(path.join(here, 'dist'));
  cpSync(path.join(clone, 'dist'), path.join(here, 'dist'), { recursive: true });
  cpSync(path.join(clone, 'package.json'), path.join(here, 'package.json'));
  symlinkSync(path.join(clone, 'node_modules'), path.join(here, 'node_modules'));

  const { code, stdout, stderr } = await runProgramFile(
    path.join(here, 'dist/ralph.cjs'),
    ['demo', '--json'],
    { env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary } },
  );
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  const { ok, warnings } = JSON.parse(stdout);
  expect(ok).toBe(true);
  expect(warnings).toContainEqual(
    expect.stringMatching(/words alone: The model file .* is missing/),
  );
  expect(new Set(warnings).size).toBe(warnings.length);
}, 300_000);
