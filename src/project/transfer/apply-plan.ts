import { errorMessage, ToolError } from '../../base/errors.ts';
import { repoPaths } from '../fields.ts';
import type { Task } from '../model.ts';
import { isHeldByAnother } from '../rules/claim.ts';
import type { ProjectStore } from '../store/project-store.ts';
import type { TaskFields } from '../store/task-rows.ts';
import type { ImportReport } from './import-report.ts';
import { setLinks } from './link-tasks.ts';
import type { Matcher, PlannedTask } from './planned-task.ts';
import type { TransferProblem } from './problem.ts';
import { type NamesWanted, provideNames } from './provide-names.ts';

export interface PlanOptions {
  readonly store: ProjectStore;
  readonly root: string;
  readonly now: string;
  readonly planned: readonly PlannedTask[];
  /** Every task there is. */
  readonly tasks: readonly Task[];
  readonly match: Matcher;
  /** The external id that a new task gets. */
  readonly externalId: (planned: PlannedTask) => string | null;
  /** Where the file does not say. */
  readonly feature: string | undefined;
  readonly discipline: string | undefined;
  /** Features and disciplines to make when they are missing, besides those that tasks name. */
  readonly features: readonly NamesWanted[];
  readonly create: boolean;
}

export interface Placed {
  readonly planned: PlannedTask;
  readonly id: number;
}

/** Writes what a file plans, inside the caller's transaction; with problems the caller takes it all back. */
export async function applyPlan(
  options: PlanOptions,
): Promise<{ report: ImportReport; problems: TransferProblem[] }> {
  const { store, planned, match } = options;
  const problems: TransferProblem[] = [];
  const existing = new Map(planned.map((each) => [each, match(each)]));
  problems.push(...sameTaskTwice(existing));
  const names = await provideNames(options, existing);
  problems.push(...names.problems);
  if (problems.length > 0) return { report: emptyReport, problems };

  const created: number[] = [];
  const before = new Map<number, string>();
  const placed: Placed[] = [];
  for (const each of planned) {
    try {
      const known = existing.get(each);
      const id = known ? known.id : await addTask(options, each);
      if (known) {
        before.set(id, JSON.stringify(known));
        await changeTask(options, each, known);
      } else created.push(id);
      placed.push({ planned: each, id });
    } catch (thrown) {
      problems.push(refusalAt(each, thrown));
    }
  }
  if (problems.length === 0) problems.push(...(await setLinks(store, options.tasks, placed)));
  if (problems.length > 0) return { report: emptyReport, problems };

  const updated: number[] = [];
  const unchanged: number[] = [];
  for (const [id, was] of before) {
    const same = JSON.stringify(await store.tasks.get(id)) === was;
    (same ? unchanged : updated).push(id);
  }
  const { features, disciplines } = names;
  const notes = await abandonedNotes(store, created);
  return { report: { created, updated, unchanged, features, disciplines, notes }, problems: [] };
}

const emptyReport: ImportReport = {
  created: [],
  updated: [],
  unchanged: [],
  features: [],
  disciplines: [],
  notes: [],
};

function sameTaskTwice(existing: ReadonlyMap<PlannedTask, Task | undefined>): TransferProblem[] {
  const first = new Map<number, PlannedTask>();
  return [...existing].flatMap(([planned, task]) => {
    const other = task && first.get(task.id);
    if (task && !other) first.set(task.id, planned);
    if (!task || !other) return [];
    return [{ place: planned.place, message: `is task #${task.id}, as is ${other.place}` }];
  });
}

async function addTask(options: PlanOptions, planned: PlannedTask): Promise<number> {
  const { store, now } = options;
  const fields = await storable(options, planned.fields(undefined));
  const done = fields.status === 'done';
  const proven = fields.evidence?.length || fields.status_reason;
  const task = await store.tasks.add({
    provenance: 'human',
    status: 'pending',
    ...fields,
    ...(done && { completed_at: now }),
    ...(done && !proven && { evidence: ['Done already when it was imported.'] }),
    title: planned.title,
    feature: planned.feature ?? options.feature ?? '',
    discipline: planned.discipline ?? options.discipline ?? '',
    external_id: options.externalId(planned),
  });
  return task.id;
}

async function changeTask(options: PlanOptions, planned: PlannedTask, task: Task): Promise<void> {
  const { store, now } = options;
  const { feature, discipline } = planned;
  const wanted: TaskFields = {
    title: planned.title,
    ...(feature !== null && { feature }),
    ...(discipline !== null && { discipline }),
    ...(await storable(options, planned.fields(task))),
  };
  const was = new Map<string, unknown>(Object.entries(task));
  const changes: TaskFields = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(was.get(name)) !== JSON.stringify(value),
    ),
  );
  if (Object.keys(changes).length === 0) return;
  const { status } = changes;
  if (status !== undefined && isHeldByAnother(task, null, now)) {
    throw new ToolError('conflict', `${task.claimed_by} is working on task #${task.id}.`, {
      hint: '',
    });
  }
  await store.tasks.change(
    task.id,
    {
      ...(status !== undefined && statusEffects(task, status === 'done', now)),
      ...(wanted.evidence?.length && { evidence: wanted.evidence }),
      ...(wanted.criteria_results && { criteria_results: wanted.criteria_results }),
      ...changes,
    },
    'imported',
  );
  if (status !== undefined) await store.claims.drop(task.id);
}

/** What else is true of a task that a file declares done, or no longer done. */
function statusEffects(task: Task, done: boolean, now: string): TaskFields {
  if (done) return { completed_at: now, evidence: ['Done according to an imported file.'] };
  return task.status === 'done' ? { completed_at: null, evidence: [], criteria_results: [] } : {};
}

async function storable({ root }: PlanOptions, fields: TaskFields): Promise<TaskFields> {
  const { context_files, output_artifacts } = fields;
  return {
    ...fields,
    ...(context_files && { context_files: await repoPaths(root, context_files) }),
    ...(output_artifacts && { output_artifacts: await repoPaths(root, output_artifacts) }),
  };
}

function refusalAt({ place }: PlannedTask, thrown: unknown): TransferProblem {
  if (thrown instanceof ToolError) return { place, message: errorMessage(thrown) };
  throw thrown;
}

async function abandonedNotes(store: ProjectStore, created: readonly number[]): Promise<string[]> {
  const notes: string[] = [];
  for (const { id, status } of await store.tasks.refs(created)) {
    if (status !== 'in_progress') continue;
    notes.push(`#${id} is in progress and nobody holds it: "ralph task status ${id} pending".`);
  }
  return notes;
}
