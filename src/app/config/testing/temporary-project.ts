import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A project and a user's configuration folder of its own, gone after the test. */
export function temporaryProject(files: { project?: string | Buffer; user?: string } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ralph-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  mkdirSync(root);
  mkdirSync(home);
  if (files.project !== undefined) writeFileSync(path.join(root, 'ralph.yaml'), files.project);
  if (files.user !== undefined) writeFileSync(path.join(home, 'ralph.yaml'), files.user);
  return { root, home, env: { RALPH_CONFIG_HOME: home } };
}
