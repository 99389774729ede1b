import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { endLaunch } from '../../base/processes/end-launch.ts';
import { changesSince } from '../guards/changes-since.ts';
import type { Snapshot } from '../guards/snapshot.ts';
import { loadSnapshot, removeSnapshot } from '../guards/snapshot-file.ts';
import { violations } from '../guards/violations.ts';
import { proposalFolder } from './proposal-files.ts';

const snapshotNote = 'snapshot';
const mostNamed = 5;

/** The folder of a session that is under way; its name is also that of the launch. */
export async function openWorkplace(root: string, id: string, snapshot: Snapshot): Promise<string> {
  const folder = path.join(root, proposalFolder, id);
  await makeFolder(folder);
  await writeFile(path.join(folder, snapshotNote), snapshot.id);
  return folder;
}

/**
 * Ends what killed sessions left running and removes their copies. Files that changed since are named and stay: the
 * person may have worked on them meanwhile, and the agent was told not to.
 */
export async function clearLeftovers(root: string, scratch: string): Promise<string[]> {
  const place = path.join(root, proposalFolder);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const warnings: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    await endLaunch({ id: name });
    const note = await readFile(path.join(place, name, snapshotNote), 'utf8').catch(() => '');
    const changed = await changedSince(scratch, note.trim());
    warnings.push(brokenOff(name, changed));
    if (note !== '') removeSnapshot(scratch, note.trim());
    await rm(path.join(place, name), { recursive: true, force: true });
  }
  return warnings;
}

async function changedSince(scratch: string, snapshotId: string): Promise<string[]> {
  try {
    const { files } = await changesSince(loadSnapshot(scratch, snapshotId));
    return violations(files, ['.ralph']).map(({ path: name }) => name);
  } catch {
    // A run has tidied up since, or the note was never written.
    return [];
  }
}

function brokenOff(id: string, changed: readonly string[]): string {
  const told = `Planning ${id} was broken off; nothing of it is in the project.`;
  if (changed.length === 0) return told;
  const named = changed.slice(0, mostNamed).join(', ');
  const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : '';
  return `${told} Files that changed since it began, by you or by its agent: ${named}${more}. Look at them with git diff.`;
}
