import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ContentStore, keepContent } from './content-store.ts';
import { scanControl, scanShared } from './control-files.ts';
import type { Entry, Tree } from './entry.ts';
import { shelterObjects } from './object-shelter.ts';
import { joinRaw, type RawPath, rawPath, shownPath } from './raw-path.ts';
import { readContents } from './read-contents.ts';
import { headOf, otherWorktrees, readRefs } from './refs.ts';
import { findRepository, type Repository, readIndex } from './repository.ts';
import { shelterFolder } from './scratch-layout.ts';
import type { NotCovered, RepositoryState } from './snapshot.ts';

export interface TakenRepository {
  readonly state: RepositoryState;
  readonly index: ReadonlyMap<RawPath, string>;
  readonly notCovered: readonly NotCovered[];
}

/** The repositories in a working tree, by the folders that hold a `.git`; what only looks like one is left out. */
export async function findRepositories(
  top: string,
  own: Repository | undefined,
  gitFolders: readonly RawPath[],
): Promise<{ folder: RawPath; repository: Repository }[]> {
  const found = own ? [{ folder: '', repository: own }] : [];
  for (const folder of gitFolders) {
    if (folder === '') continue;
    const absolute = shownPath(joinRaw(rawPath(top), folder));
    const repository = await findRepository(absolute).catch(() => undefined);
    // A `.git` that git does not recognise lets it find the repository around it instead.
    if (repository && rawPath(repository.place.workTree) === rawPath(absolute)) {
      found.push({ folder, repository });
    }
  }
  return found;
}

export async function takeRepository(
  folder: RawPath,
  repository: Repository,
  keeping: {
    readonly store: ContentStore;
    readonly scratch: string;
    readonly exclude: readonly RawPath[];
    readonly earlier: RepositoryState | undefined;
  },
): Promise<TakenRepository> {
  const { place, commonDir } = repository;
  const { store, scratch, earlier } = keeping;
  const [refs, index] = await Promise.all([readRefs(place), readIndex(place)]);
  const keepTree = async (
    base: string,
    entries: Map<RawPath, Entry>,
    before: Tree | undefined,
  ): Promise<Tree> => {
    await readContents({
      base: rawPath(base),
      entries,
      earlier: before ?? new Map(),
      suffices: (id) => store.ids.has(id),
      read: (_, file, entry) => keepContent(store, file, entry.size, () => false),
    });
    return entries;
  };
  const linked = place.gitDir !== commonDir;
  const state: RepositoryState = {
    folder,
    place,
    commonDir,
    head: headOf(refs),
    refs,
    control: await keepTree(
      place.gitDir,
      await scanControl(place.gitDir, keeping.exclude),
      earlier?.control,
    ),
    shared: linked
      ? await keepTree(commonDir, await scanShared(commonDir), earlier?.shared)
      : new Map(),
    worktrees: otherWorktrees(commonDir, place.gitDir).map(({ name }) => name),
  };
  const shelter = {
    objects: path.join(commonDir, 'objects'),
    folder: shelterFolder(scratch, commonDir),
  };
  const sheltered = needsNothingNew(state, earlier, shelter.folder) || shelterObjects(shelter);
  const name = shownPath(joinRaw(folder, '.git'));
  const notCovered: NotCovered[] = [];
  if (!sheltered) {
    notCovered.push({
      path: `${name}/objects`,
      why: 'hard links to the snapshot folder cannot be made, so deleted git objects are lost',
    });
  }
  if (existsSync(path.join(commonDir, 'reftable'))) {
    notCovered.push({ path: `${name}/reftable`, why: 'HEAD and logs of the reftable format' });
  }
  return { state, index, notCovered };
}

/** With the same refs and the same index as before there is no object that an earlier snapshot did not see. */
function needsNothingNew(
  now: RepositoryState,
  earlier: RepositoryState | undefined,
  shelter: string,
): boolean {
  if (!earlier || !existsSync(shelter) || earlier.refs.size !== now.refs.size) return false;
  return (
    earlier.control.get('index')?.content === now.control.get('index')?.content &&
    [...now.refs].every(([name, value]) => earlier.refs.get(name) === value)
  );
}
