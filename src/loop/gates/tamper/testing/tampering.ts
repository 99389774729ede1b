import { findTampering } from '../find-tampering.ts';
import { readGateSources } from '../gate-sources.ts';

export type Files = Readonly<Record<string, string>>;
/** New texts by path; `null` deletes. */
export type Edits = Readonly<Record<string, string | null>>;

/** What an edit of a project is found to be, as `kind: message`. */
export async function tampering(
  project: Files,
  edits: Edits,
  run: { readonly gates?: readonly string[]; readonly prdFile?: string } = {},
): Promise<string[]> {
  const gates = (run.gates ?? []).map((command, at) => ({
    name: at === 0 ? 'test' : `gate${at}`,
    run: command,
    baseline: 'strict' as const,
  }));
  const changes = Object.entries(edits).map(([path, after]) => ({
    path,
    before: project[path] ?? null,
    after,
  }));
  const gateSources = await readGateSources(gates, async (path) => project[path]);
  const found = findTampering(changes, { gateSources, prdFile: run.prdFile });
  return found.map(({ kind, message }) => `${kind}: ${message}`);
}
