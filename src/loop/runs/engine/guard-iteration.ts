import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveInside } from '../../../base/paths.ts';
import { type Changes, isUntouched } from '../../guards/change.ts';
import { changesSeen } from '../../guards/changes-since.ts';
import { readWithoutFollowing } from '../../guards/content-store.ts';
import type { Tree } from '../../guards/entry.ts';
import { keepRejected } from '../../guards/keep-work.ts';
import { lookAtFiles } from '../../guards/look-again.ts';
import { isLostRepository } from '../../guards/repository-changes.ts';
import { restore } from '../../guards/restore.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { removeStaleLocks } from '../../guards/stale-locks.ts';
import { type Violation, violations } from '../../guards/violations.ts';
import { loopFiles } from '../../loop-files.ts';
import type { RunOptions } from '../run-options.ts';
import { keepingOf } from './keeping.ts';
import type { PreparedRun } from './run-context.ts';

export interface Guarded {
  /** What stands in the folder now. */
  readonly changes: Changes;
  /** All files as they are now. */
  readonly files: Tree;
  readonly violations: readonly Violation[];
  /** Whether the iteration has to be taken back whole. */
  readonly rejected: boolean;
}

const nothing: Changes = { files: [], refs: [], commits: [], index: false };

/** Looks at what an iteration did. A run that may not edit is put back here already, but for what it may keep. */
export async function guardIteration(
  prepared: PreparedRun,
  key: { readonly number: number; readonly attempt: number },
  snapshot: Snapshot,
): Promise<Guarded> {
  const { options } = prepared;
  await removeStaleLocks(snapshot, snapshot.repositories);
  const scan = await lookAtFiles(snapshot);
  const changes = await changesSeen(snapshot, scan);
  const found = forbidden(options, changes);
  const seen = { changes, files: scan.entries, violations: found, rejected: found.length > 0 };
  if (options.allow_edits) return seen;
  if (options.kind === 'understand') return keepTheMap(prepared, key, { snapshot, changes, found });
  if (found.length > 0) return seen;
  // Results of builds and tests are no offence, but a run that may not edit leaves nothing.
  if (!isUntouched(changes)) await restore(snapshot);
  return { changes: nothing, files: snapshot.files, violations: [], rejected: false };
}

function forbidden(options: RunOptions, changes: Changes): Violation[] {
  if (options.allow_edits) {
    return [...violations(changes.files, options.allowed_paths), ...destroyed(changes)];
  }
  // Ralph's own folders take part in no rule, so that this allows nothing of the user's.
  const allowed = options.kind === 'understand' ? [loopFiles.codebaseMap] : ['.ralph'];
  const why = 'changed, and the run may not edit';
  return [
    ...violations(changes.files, allowed).map(({ path: name }) => ({ path: name, why })),
    ...changes.refs.map(({ name }) => ({ path: name, why: 'moved, and the run may not edit' })),
    ...(changes.index ? [{ path: '.git/index', why }] : []),
  ];
}

/** No permission to edit reaches as far as a repository with all its commits. */
function destroyed({ refs }: Changes): Violation[] {
  return refs
    .filter(({ name }) => isLostRepository(name))
    .map(({ name }) => ({ path: name, why: 'the repository was destroyed' }));
}

async function keepTheMap(
  prepared: PreparedRun,
  key: { readonly number: number; readonly attempt: number },
  seen: { snapshot: Snapshot; changes: Changes; found: readonly Violation[] },
): Promise<Guarded> {
  const { snapshot, changes, found } = seen;
  const map = changes.files.find(({ path: name }) => name === loopFiles.codebaseMap);
  if (changes.files.every((change) => change === map) && found.length === 0) {
    const { entries: files } = await lookAtFiles(snapshot);
    return { changes, files, violations: [], rejected: false };
  }
  const file = path.join(prepared.folder, loopFiles.codebaseMap);
  const text = map && map.outside === undefined ? readIfFile(file) : undefined;
  const kept =
    found.length > 0 ? await keepRejected(snapshot, keepingOf(prepared, key)) : undefined;
  await restore(snapshot);
  if (text !== undefined) {
    const target = await resolveInside(prepared.folder, loopFiles.codebaseMap);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  if (found.length > 0) {
    await prepared.journal.write({
      events: [
        {
          iteration: key.number,
          event: {
            kind: 'guard',
            violations: found,
            how_to_recover: kept?.how_to_recover ?? null,
          },
        },
      ],
    });
  }
  const mapChange = map && text !== undefined ? [{ ...map, was_committed: false }] : [];
  const { entries: files } = await lookAtFiles(snapshot);
  return { changes: { ...nothing, files: mapChange }, files, violations: [], rejected: false };
}

function readIfFile(file: string): Buffer | undefined {
  try {
    return readWithoutFollowing(Buffer.from(file));
  } catch {
    return undefined;
  }
}
