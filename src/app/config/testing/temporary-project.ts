import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';

/** A project and a user's configuration folder of its own, gone when the test file is done. */
export function temporaryProject(files: { project?: string | Buffer; user?: string } = {}) {
  const folder = scratchFolder();
  const root = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  mkdirSync(root);
  mkdirSync(home);
  if (files.project !== undefined) writeFileSync(path.join(root, 'ralph.yaml'), files.project);
  if (files.user !== undefined) writeFileSync(path.join(home, 'ralph.yaml'), files.user);
  return { root, home, env: { RALPH_CONFIG_HOME: home } };
}
