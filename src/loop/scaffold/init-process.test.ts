import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledFixture, bundleFixture } from '../../../test/support/bundle-fixture.ts';
import { contentsOf, temporaryFolder } from '../testing/temporary-folder.ts';

let program: BundledFixture;
const home = temporaryFolder();
/** Permissions do not bind root, so the process that meets them must not be root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

beforeAll(async () => {
  program = await bundleFixture('loop/init');
});
afterAll(() => program.remove());

function run(args: readonly string[], options: { uid?: number; gid?: number } = {}) {
  const env = { PATH: '/usr/bin:/bin', HOME: home };
  return spawnSync(process.execPath, [program.file, ...args], {
    env,
    encoding: 'utf8',
    ...options,
  });
}

describe('init in a process of its own', () => {
  it('is finished by another one, wherever it was killed', () => {
    const whole = temporaryFolder();
    expect(run([whole])).toMatchObject({ status: 0, stderr: '' });
    const wanted = contentsOf(whole);
    const count = Object.keys(wanted).length;
    for (const dieAfter of [1, 2, 5, count - 1]) {
      const root = temporaryFolder();
      expect(run([root, String(dieAfter)]).signal).toBe('SIGKILL');
      const half = contentsOf(root);
      expect(Object.keys(half)).toHaveLength(dieAfter);
      for (const [file, text] of Object.entries(half)) expect(text).toBe(wanted[file]);
      expect(run([root])).toMatchObject({ status: 0, stderr: '' });
      expect(contentsOf(root)).toEqual(wanted);
    }
  });

  it('says what to do where it may not write', () => {
    const root = temporaryFolder();
    chmodSync(root, 0o555);
    const { status, stderr } = run([root], nobody);
    chmodSync(root, 0o755);
    expect(status).toBe(1);
    expect(stderr.replaceAll(root, 'ROOT')).toMatchInlineSnapshot(`
      "UserError: Cannot write ROOT/ralph.yaml: permission is denied (EACCES).
      → Check who owns the file and its folder, and their modes (ls -l).
      "
    `);
    expect(contentsOf(root)).toEqual({});
  });

  it('says what to do where it may not read', () => {
    const root = temporaryFolder({ 'ralph.yaml': '' });
    chmodSync(root, 0o755);
    chmodSync(path.join(root, 'ralph.yaml'), 0o000);
    const { status, stderr } = run([root], nobody);
    expect(status).toBe(1);
    expect(stderr.replaceAll(root, 'ROOT')).toMatchInlineSnapshot(`
      "UserError: ralph.yaml cannot be read.
      → Give yourself permission to read it, and run init again.
      "
    `);
  });
});
