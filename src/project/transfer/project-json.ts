import { ToolError } from '../../base/errors.ts';
import { canonicalJson } from '../../base/json.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Handle, Stamp } from '../store/handle.ts';
import { restoreProject } from '../store/restore.ts';
import { type ProjectContents, transferStore } from '../store/transfer.ts';
import { checkDocument } from './check-document.ts';
import type { ImportReport } from './import-report.ts';
import { parseJsonText } from './json-text.ts';
import { refuseProblems } from './problem.ts';
import { documentFormat, type ProjectDocument, projectDocumentSchema } from './project-document.ts';

export type ExportedProject = {
  readonly format: typeof documentFormat;
  readonly version: 1;
} & ProjectContents;

export async function exportProject(db: Handle, stamp: Stamp): Promise<ExportedProject> {
  const contents = await transferStore(db, stamp).contents();
  return { format: documentFormat, version: 1, ...contents };
}

/** Puts a whole project back, into one that has nothing yet; where it stands already there is nothing to do. */
export async function importProject(options: {
  readonly db: Handle;
  readonly dialect: Dialect;
  readonly stamp: Stamp;
  readonly root: string;
  readonly what: string;
  readonly text: string;
}): Promise<ImportReport> {
  const { db, dialect, stamp, what } = options;
  const document = parseDocument(what, options.text);
  refuseProblems(what, await checkDocument(document, options.root));
  const ids = document.tasks.map(({ id }) => id);
  const names = (records: readonly { name: string }[]) => records.map(({ name }) => name);
  const current = await exportProject(db, stamp);
  if (canonicalJson(current) === canonicalJson(document)) {
    return { created: [], updated: [], unchanged: ids, features: [], disciplines: [], notes: [] };
  }
  refuseOccupied(current);
  await restoreProject(db, dialect, stamp, document);
  return {
    created: ids,
    updated: [],
    unchanged: [],
    features: names(document.features),
    disciplines: names(document.disciplines),
    notes: [],
  };
}

function parseDocument(what: string, text: string): ProjectDocument {
  const parsed = projectDocumentSchema.safeParse(parseJsonText(what, text));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({
    place: placeOf(path) || 'the file',
    message,
  }));
  refuseProblems(what, problems);
  throw parsed.error;
}

/** `tasks[3].title`. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    return place === '' ? String(step) : `${place}.${String(step)}`;
  }, '');
}

function refuseOccupied({ tasks, features, disciplines }: ExportedProject): void {
  const there = [
    [tasks.length, 'tasks'],
    [features.length, 'features'],
    [disciplines.length, 'disciplines'],
  ] as const;
  const some = there.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  if (some.length === 0) return;
  throw new ToolError('conflict', `This project has ${some.join(', ')} already.`, {
    hint: 'A whole project goes into an empty one: name another with --root. To add tasks to this one, import a prd.json or tasks.md.',
  });
}
