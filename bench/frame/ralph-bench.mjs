import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What `ralph ARGS --json` of the built program prints, run in an empty folder with an empty home. */
export async function ralphJson(root, args) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-'));
  const env = { ...process.env, HOME: work, XDG_DATA_HOME: path.join(work, 'data') };
  try {
    const program = [path.join(root, 'dist/ralph.cjs'), ...args, '--json'];
    const child = spawn(process.execPath, program, {
      cwd: work,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (code !== 0) throw new Error(`ralph ${args.join(' ')} ended with ${code}`);
    return JSON.parse(text);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
