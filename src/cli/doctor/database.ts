import type { DatabaseInspection } from '../../storage/inspect-database.ts';
import { type CheckGroup, type CheckResult, fail, ok, warn } from './check.ts';

export const database: CheckGroup = {
  name: 'database',
  run: async ({ inspectDatabase }) => [describeDatabase('database', await inspectDatabase())],
};

export function describeDatabase(name: string, inspection: DatabaseInspection): CheckResult {
  const { status, file, problem, integrityProblems, ...found } = inspection;
  const size = `${Math.ceil(found.sizeBytes / 1024)} kB`;
  if (status === 'missing') return ok(name, 'None yet: it is made when it is needed');
  if (status === 'ok') {
    return ok(name, `${file}: schema ${found.schemaVersion}, ${size}, no damage found`);
  }
  if (status === 'needs_migration') {
    return ok(
      name,
      `${file}: schema ${found.schemaVersion} of ${found.expectedVersion}; the next command brings it up to date, after a backup`,
    );
  }
  const message = problem?.message ?? `${file} is ${status}`;
  const fix = problem?.hint ?? 'Run "ralph doctor" again when nothing else uses it.';
  // Another process at work is no damage, only a reason to look again.
  if (status === 'locked') return warn(name, message, fix);
  const more = integrityProblems.slice(1, 4).map((line) => `; ${line}`);
  return fail(name, message + more.join(''), fix);
}
