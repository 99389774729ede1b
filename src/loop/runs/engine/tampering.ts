import { findTampering } from '../../gates/tamper/find-tampering.ts';
import { changesSince } from '../../guards/changes-since.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { textsSince } from '../../guards/snapshot-texts.ts';
import type { StoredRun } from '../store/run-rows.ts';

/** What the run has done since its start that could make its gates say yes without the work. */
export async function tamperingSince(start: Snapshot, run: StoredRun): Promise<readonly string[]> {
  const { options, memory } = run;
  const gateSources = memory.gate_sources ?? [];
  const prdFile = options.mode === 'prd' ? options.prd_file : undefined;
  const sources = new Set([...gateSources.map((source) => source.path), prdFile]);
  const changes = await changesSince(start);
  const paths = changes.files
    .filter(({ path, ignored, outside }) => !outside && (!ignored || sources.has(path)))
    .flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]));
  const texts = await textsSince(start, [...new Set(paths)]);
  return findTampering(texts, { gateSources, prdFile }).map(({ message }) => message);
}
