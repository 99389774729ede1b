import { type ErrorDetail, ToolError } from '../../../base/errors.ts';
import type { ProjectFixture } from '../../testing/project-fixture.ts';
import { exportTasks } from '../export-tasks.ts';
import type { ExportFormat } from '../formats.ts';
import type { ImportReport } from '../import-report.ts';
import { type ImportRequest, importTasks } from '../import-tasks.ts';

type Options = Pick<ImportRequest, 'format'> &
  Partial<Pick<ImportRequest, 'feature' | 'discipline' | 'create' | 'dryRun'>>;

const stampOf = ({ clock }: ProjectFixture) => ({
  author: 'person',
  sessionId: null,
  tool: 'test',
  now: clock.now().toISOString(),
});

export function imported(
  fixture: ProjectFixture,
  text: string,
  options: Options,
): Promise<ImportReport> {
  const { database, root } = fixture;
  return importTasks({ database, root, stamp: stampOf(fixture), what: 'file', text, ...options });
}

export function exported(
  fixture: ProjectFixture,
  format: ExportFormat,
  feature?: string,
): Promise<string> {
  const { database } = fixture;
  return exportTasks({ database, stamp: stampOf(fixture), format, feature });
}

/** The problems of an import that must be refused without changing anything. */
export async function problemsOf(
  fixture: ProjectFixture,
  text: string,
  options: Options,
): Promise<readonly ErrorDetail[]> {
  const before = await fixture.dump();
  try {
    await imported(fixture, text, options);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    if ((await fixture.dump()) !== before) throw new Error('refused, but something changed');
    return thrown.details;
  }
  throw new Error('it was imported');
}
