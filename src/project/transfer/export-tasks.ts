import type { Database } from '../../storage/open-database.ts';
import type { Stamp } from '../store/handle.ts';
import { projectStore } from '../store/project-store.ts';
import { transferStore } from '../store/transfer.ts';
import type { ProjectTables } from '../tables.ts';
import type { ExportFormat } from './formats.ts';
import { tasksAsMarkdown } from './markdown/export-tasks-md.ts';
import { exportPrd } from './prd/export-prd.ts';
import { exportProject } from './project-json.ts';

/** The project, or one feature's tasks, as the text of a file. Reads one state of the database. */
export function exportTasks(request: {
  readonly database: Database<ProjectTables>;
  readonly stamp: Stamp;
  readonly format: ExportFormat;
  readonly feature?: string | undefined;
}): Promise<string> {
  const { database, stamp, format, feature } = request;
  return database.transaction(
    async (tx) => {
      if (format === 'json') return printed(await exportProject(tx, stamp));
      const transfer = transferStore(tx, stamp);
      const documents = await transfer.documents();
      // The PRD of a feature outlives it, as when two features were merged.
      if (feature !== undefined && !documents.some(({ name }) => name === feature)) {
        await projectStore(tx, database.dialect, stamp).features.get(feature);
      }
      if (format === 'prd') return printed(await exportPrd(transfer, feature));
      const { features, tasks } = await transfer.contents();
      const wanted = features.filter(({ name }) => feature === undefined || name === feature);
      return tasksAsMarkdown(wanted, tasks);
    },
    { readOnly: true },
  );
}

function printed(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
