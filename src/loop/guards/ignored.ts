import { joinRaw, type RawPath } from './raw-path.ts';
import { ignoredPaths } from './repository.ts';
import { groupBy, innermost } from './scan.ts';
import type { RepositoryState } from './snapshot.ts';

/** Which paths are ignored, each by the repository that it belongs to. */
export async function ignoredIn(
  repositories: readonly RepositoryState[],
  paths: readonly RawPath[],
): Promise<ReadonlySet<RawPath>> {
  const ignored = new Set<RawPath>();
  const folders = repositories.map(({ folder }) => folder);
  for (const [folder, group] of groupBy(paths, (path) => innermost(folders, path))) {
    const owner = repositories.find((repository) => repository.folder === folder);
    if (!owner) continue;
    const cut = folder === '' ? 0 : folder.length + 1;
    const found = await ignoredPaths(
      owner.place,
      group.map((path) => path.slice(cut)),
    );
    for (const path of found) ignored.add(joinRaw(folder, path));
  }
  return ignored;
}
