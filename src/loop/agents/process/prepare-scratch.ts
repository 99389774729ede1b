import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentCommand } from '../adapter.ts';

/** Writes what an agent reads of its session. The folder is the session's own: nothing in it needs care. */
export async function prepareScratch(scratch: string, command: AgentCommand): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(command.files ?? {})) {
    const file = path.join(scratch, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  }
  for (const [name, target] of Object.entries(command.links ?? {})) {
    const exists = await stat(target).then(
      () => true,
      () => false,
    );
    // A link that is there already is from an earlier launch in this folder.
    if (exists) await symlink(target, path.join(scratch, name)).catch(() => undefined);
  }
}
