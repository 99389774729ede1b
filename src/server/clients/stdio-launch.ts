import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '../../base/processes/find-program.ts';
import type { Place, StdioLaunch } from './client.ts';

/** The program that is running, for entries that cannot rely on PATH. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** How a client is to start this program, and what to tell the person about it. */
export async function stdioLaunch(
  place: Place,
  program: Program,
): Promise<{ readonly launch: StdioLaunch; readonly notes: readonly string[] }> {
  const args = ['mcp', '--transport', 'stdio', '--root', place.root];
  const script = await realpath(program.script).catch(() => program.script);
  const found = await findOnPath(place);
  if (found !== undefined && (await isThisProgram(found, script))) {
    return { launch: { command: 'ralph', args }, notes: [] };
  }
  const why =
    found === undefined
      ? '"ralph" is not on PATH'
      : `"ralph" on PATH is another program (${found})`;
  const note = `${why}, so the entry names this copy by its full path: ${program.node} ${script}. If either moves, run this again.`;
  return { launch: { command: program.node, args: [script, ...args] }, notes: [note] };
}

/** A client does not see the `node_modules/.bin` that npm adds to PATH for its own children. */
async function findOnPath(place: Place): Promise<string | undefined> {
  const { env, platform, root } = place;
  const found = await findProgram('ralph', { env, platform, folder: root });
  return found?.includes(path.join('node_modules', '.bin')) ? undefined : found;
}

/** The installed link, the launcher of a clone, or a script that npm and its like put in their place. */
async function isThisProgram(found: string, script: string): Promise<boolean> {
  const real = await realpath(found).catch(() => found);
  if (real === script || real === path.join(path.dirname(script), '..', 'ralph')) return true;
  if (!/\.(?:cmd|ps1)$|(?:^|[\\/])ralph$/i.test(real)) return false;
  const start = (await readFile(real).catch(() => Buffer.alloc(0))).subarray(0, 4096);
  return /ralph[\\/]dist[\\/]ralph\.cjs/.test(start.toString('latin1'));
}
