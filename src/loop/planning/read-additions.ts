import { ToolError } from '../../base/errors.ts';
import { type ProjectContents, transferStore } from '../../project/store/transfer.ts';
import type { ProjectTables } from '../../project/tables.ts';
import { importTasks } from '../../project/transfer/import-tasks.ts';
import type { Database } from '../../storage/open-database.ts';
import type { PlanningServices } from './services.ts';

type Rows = Pick<ProjectContents, 'features' | 'disciplines' | 'tasks'>;

/** Everything in a copy of the project. */
export async function readCopy(services: PlanningServices, copy: string): Promise<Rows> {
  const database: Database<ProjectTables> = await services.openCopy(copy);
  try {
    return await database.transaction(
      (tx) => transferStore(tx, stampOf(services, null)).contents(),
      { readOnly: true },
    );
  } finally {
    await database.close();
  }
}

/** What is there now and was not before. The recipe can only add. */
export function additions(before: Rows, now: Rows): Rows {
  const names = new Set(before.features.map(({ name }) => name));
  const kinds = new Set(before.disciplines.map(({ name }) => name));
  const ids = new Set(before.tasks.map(({ id }) => id));
  return {
    features: now.features.filter(({ name }) => !names.has(name)),
    disciplines: now.disciplines.filter(({ name }) => !kinds.has(name)),
    tasks: now.tasks.filter(({ id }) => !ids.has(id)),
  };
}

/** Brings what an agent answered as a list into its copy of the project, as if it had called the tools. */
export async function importAnswer(
  services: PlanningServices,
  copy: string,
  { text, sessionId }: { readonly text: string; readonly sessionId: string },
): Promise<void> {
  const database = await services.openCopy(copy);
  try {
    await importTasks({
      database,
      stamp: stampOf(services, sessionId),
      root: services.root,
      what: "the agent's plan",
      text,
      format: 'tasks-md',
      feature: 'general',
      discipline: 'general',
      create: true,
    }).catch((thrown: unknown) => {
      throw thrown instanceof ToolError ? unusablePlan(thrown) : thrown;
    });
  } finally {
    await database.close();
  }
}

/** The mistake is the agent's, not one of who called it. */
function unusablePlan(refusal: ToolError): ToolError {
  return new ToolError('execution_failed', refusal.message, {
    hint: 'Nothing was changed. Ask again, or save the list above to a file without its <plan> lines, correct it, and take it with "ralph task import --format tasks-md".',
    details: refusal.details,
    cause: refusal,
  });
}

function stampOf({ clock }: PlanningServices, sessionId: string | null) {
  return { author: 'agent', sessionId, tool: 'ralph plan', now: clock.now().toISOString() };
}
