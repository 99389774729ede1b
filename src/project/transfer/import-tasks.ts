import { ToolError } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Stamp } from '../store/handle.ts';
import { projectStore } from '../store/project-store.ts';
import { transferStore } from '../store/transfer.ts';
import type { ProjectTables } from '../tables.ts';
import type { ImportFormat } from './formats.ts';
import type { ImportReport } from './import-report.ts';
import { parseJsonText } from './json-text.ts';
import { importTasksMd } from './markdown/import-tasks-md.ts';
import { importPrd } from './prd/import-prd.ts';
import { documentFormat } from './project-document.ts';
import { importProject } from './project-json.ts';

export interface ImportRequest {
  readonly database: Database<ProjectTables>;
  readonly stamp: Stamp;
  readonly root: string;
  /** What the file is called in messages. */
  readonly what: string;
  readonly text: string;
  readonly format: ImportFormat;
  readonly feature?: string | undefined;
  readonly discipline?: string | undefined;
  /** Make the features and disciplines that are missing. */
  readonly create?: boolean;
  /** Do everything and take it back. */
  readonly dryRun?: boolean;
}

/** Imports a file in one transaction: all of it, or nothing and every reason why. */
export async function importTasks(request: ImportRequest): Promise<ImportReport> {
  const { database, stamp, format, feature, discipline, create = false } = request;
  let report: ImportReport | undefined;
  try {
    return await database.transaction(async (tx) => {
      const { dialect } = database;
      if (format === 'json') report = await importProject({ ...request, db: tx, dialect });
      else {
        const run = format === 'prd' ? importPrd : importTasksMd;
        report = await run({
          ...request,
          store: projectStore(tx, dialect, stamp),
          transfer: transferStore(tx, stamp),
          now: stamp.now,
          feature,
          discipline,
          create,
        });
      }
      if (request.dryRun) throw new DryRun();
      return report;
    });
  } catch (thrown) {
    if (thrown instanceof DryRun && report) return report;
    throw thrown;
  }
}

/** Thrown to have a transaction taken back whose result is wanted all the same. */
class DryRun extends Error {}

/** The format of a file, from its name and what it says. */
export function detectFormat(what: string, text: string): ImportFormat {
  if (/\.(md|markdown)$/i.test(what)) return 'tasks-md';
  if (/\.json$/i.test(what) || /^\s*\{/.test(text)) {
    const value = parseJsonText(what, text);
    if (isRecord(value) && value.format === documentFormat) return 'json';
    if (isRecord(value) && 'userStories' in value) return 'prd';
  } else if (/^\s*[-*+] \[[ xX]\]/m.test(text)) return 'tasks-md';
  throw new ToolError('invalid_argument', `${what} is in none of the known formats.`, {
    hint: `Give --format: prd (a list of "userStories"), tasks-md (lines like "- [ ] Title") or json (written by "ralph task export").`,
  });
}
