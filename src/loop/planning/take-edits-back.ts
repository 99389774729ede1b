import { isUntouched } from '../guards/change.ts';
import { changesSince } from '../guards/changes-since.ts';
import { keepRejected } from '../guards/keep-work.ts';
import { restore } from '../guards/restore.ts';
import type { Snapshot } from '../guards/snapshot.ts';
import { removeStaleLocks } from '../guards/stale-locks.ts';

const mostNamed = 5;

/** Makes files and repository what they were before the launch. Says what was taken back and where it is kept. */
export async function takeEditsBack(snapshot: Snapshot, id: string): Promise<string[]> {
  await removeStaleLocks(snapshot, snapshot.repositories);
  const changes = await changesSince(snapshot);
  if (isUntouched(changes)) return [];
  const kept = await keepRejected(snapshot, { run: id, iteration: 1 });
  const { lost, put_aside } = await restore(snapshot);
  const edits = changes.files.filter(({ ignored }) => !ignored).map(({ path }) => path);
  const named = [...edits, ...changes.refs.map(({ name }) => name)];
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return [
    ...(named.length > 0
      ? [
          `Planning may not change files; these were taken back: ${named.slice(0, mostNamed).join(', ')}${more}.${kept ? ` ${kept.how_to_recover}` : ''}`,
        ]
      : []),
    ...(lost.length > 0 ? [`These could not be brought back: ${lost.join(', ')}`] : []),
    ...(put_aside === null ? [] : [`What no commit can hold was put aside in ${put_aside}`]),
  ];
}
