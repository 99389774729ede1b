import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stdioLaunch } from './stdio-launch.ts';
import {
  put,
  type TemporaryHost,
  temporaryHost,
  writeExecutable,
} from './testing/temporary-host.ts';

const launchOn = async (host: TemporaryHost, folder = path.join(host.folder, 'bin')) => {
  const place = { ...host.place, env: { PATH: folder } };
  const { launch, notes } = await stdioLaunch(place, host.program);
  return host.neutral([launch.command, ...launch.args, ...notes].join('\n'));
};
const byName = 'ralph\nmcp\n--transport\nstdio\n--root\n/T/project';

describe('the command in an entry', () => {
  it('is the name when PATH leads to this program through a link', async () => {
    const host = await temporaryHost({ onPath: false });
    await symlink(host.program.script, path.join(host.folder, 'bin', 'ralph'));
    await writeExecutable(host.program.script, '');
    expect(await launchOn(host)).toBe(byName);
  });

  it('is the name when PATH leads to the launcher of a clone', async () => {
    const host = await temporaryHost({ onPath: false });
    const launcher = path.join(host.folder, 'ralph', 'ralph');
    await writeExecutable(launcher, '#!/bin/sh\n');
    await symlink(launcher, path.join(host.folder, 'bin', 'ralph'));
    expect(await launchOn(host)).toBe(byName);
  });

  it('is the name when PATH leads to a script of a package manager', async () => {
    expect(await launchOn(await temporaryHost())).toBe(byName);
  });

  it('is this copy by its path when PATH does not have it', async () => {
    expect(await launchOn(await temporaryHost({ onPath: false }))).toMatchInlineSnapshot(`
      "/T/bin/node
      /T/ralph/dist/ralph.cjs
      mcp
      --transport
      stdio
      --root
      /T/project
      "ralph" is not on PATH, so the entry names this copy by its full path: /T/bin/node /T/ralph/dist/ralph.cjs. If either moves, run this again."
    `);
  });

  it('is this copy by its path when PATH has another program of the name', async () => {
    const host = await temporaryHost({ onPath: false });
    await writeExecutable(path.join(host.folder, 'bin', 'ralph'), '#!/bin/sh\necho wiggum\n');
    expect(await launchOn(host)).toContain(
      '"ralph" on PATH is another program (/T/bin/ralph), so the entry names this copy',
    );
  });

  it('does not count what npm puts on PATH for its own children', async () => {
    const host = await temporaryHost({ onPath: false });
    const bin = path.join(host.place.root, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    await put(host.program.script, '');
    await symlink(host.program.script, path.join(bin, 'ralph'));
    expect(await launchOn(host, bin)).toContain('"ralph" is not on PATH');
  });
});
