import { ToolError } from '../../base/errors.ts';
import { type ProjectStore, projectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';
import { inOrder, type Proposal, type ProposedTask } from './proposal.ts';

export interface Accepted {
  readonly features: readonly string[];
  readonly disciplines: readonly string[];
  readonly tasks: readonly number[];
  /** What is not as it was proposed, because the project has gone on since. */
  readonly notes: readonly string[];
}

const mark = 'proposal accepted';

/** Makes a proposal part of the project, all of it in one transaction, and once only. */
export function acceptTasks(
  database: Database<ProjectTables>,
  proposal: Proposal,
  given: {
    readonly author: string;
    readonly now: string;
    /** Drafts wait to be enriched; pending tasks are ready for the loop. */
    readonly status: 'draft' | 'pending';
  },
): Promise<Accepted> {
  const { author, now, status } = given;
  const stamp = { author, sessionId: proposal.session_id, tool: 'ralph plan', now };
  return database.transaction(async (tx) => {
    const store = projectStore(tx, database.dialect, stamp);
    await refuseAgain(store, proposal);
    const notes: string[] = [];
    const disciplines = await addDisciplines(store, proposal);
    const features = await addFeatures(store, proposal);
    const { made, ids } = await addTasks(store, proposal, { status, notes });
    await linkTasks(store, proposal, { made, ids, notes });
    const accepted = { features, disciplines, tasks: made.map(({ id }) => id), notes };
    await store.events.record('session', proposal.session_id, mark, null, {
      proposal: proposal.id,
      tasks: accepted.tasks,
    });
    return accepted;
  });
}

/** The project itself remembers: the file may not have been written when a process was killed. */
async function refuseAgain({ events }: ProjectStore, { id, session_id }: Proposal): Promise<void> {
  const known = await events.of('session', session_id);
  if (!known.some(({ action }) => action === mark)) return;
  throw new ToolError('conflict', `The proposal ${id} was accepted already.`, {
    hint: 'ralph task list shows its tasks.',
  });
}

async function addDisciplines(store: ProjectStore, { disciplines }: Proposal): Promise<string[]> {
  const added: string[] = [];
  for (const { name, created_at: _, updated_at: __, ...fields } of disciplines) {
    if (await store.disciplines.find(name)) continue;
    const acronym = await freeOrNone(store.disciplines, fields.acronym);
    await store.disciplines.add(name, { ...fields, acronym });
    added.push(name);
  }
  return added;
}

async function addFeatures(store: ProjectStore, { features }: Proposal): Promise<string[]> {
  const added: string[] = [];
  for (const { name, created_at: _, updated_at: __, dependencies: ___, ...fields } of features) {
    if (await store.features.find(name)) continue;
    const acronym = await freeOrNone(store.features, fields.acronym);
    await store.features.add(name, { ...fields, acronym });
    added.push(name);
  }
  // When all are there, whatever order they come in.
  for (const { name, dependencies } of features.filter((feature) => added.includes(feature.name))) {
    if (dependencies.length > 0) await store.features.change(name, { dependencies });
  }
  return added;
}

async function freeOrNone(
  { acronymOwner }: Pick<ProjectStore['features'], 'acronymOwner'>,
  acronym: string | null,
): Promise<string | null> {
  return acronym === null || (await acronymOwner(acronym)) !== undefined ? null : acronym;
}

interface MadeTask {
  readonly id: number;
  readonly proposed: ProposedTask;
}

async function addTasks(
  store: ProjectStore,
  { tasks }: Proposal,
  { status, notes }: { readonly status: 'draft' | 'pending'; readonly notes: string[] },
): Promise<{ made: MadeTask[]; ids: Map<number, number> }> {
  const made: MadeTask[] = [];
  const ids = new Map<number, number>();
  for (const proposed of inOrder(tasks)) {
    const { feature, discipline, title } = proposed;
    await store.features.get(feature);
    await store.disciplines.get(discipline);
    const twin = await store.tasks.openTwin(feature, title);
    if (twin) {
      ids.set(proposed.id, twin.id);
      notes.push(`#${twin.id} "${twin.title}" is there already and was not added again.`);
      continue;
    }
    const task = await store.tasks.add({
      feature,
      discipline,
      title,
      status,
      provenance: 'agent',
      description: proposed.description,
      priority: proposed.priority,
      acceptance_criteria: proposed.acceptance_criteria,
      tags: proposed.tags,
      context_files: proposed.context_files,
      output_artifacts: proposed.output_artifacts,
      hints: proposed.hints,
      estimated_turns: proposed.estimated_turns,
    });
    ids.set(proposed.id, task.id);
    made.push({ id: task.id, proposed });
  }
  return { made, ids };
}

async function linkTasks(
  store: ProjectStore,
  { tasks }: Proposal,
  given: {
    readonly made: readonly MadeTask[];
    readonly ids: ReadonlyMap<number, number>;
    readonly notes: string[];
  },
): Promise<void> {
  const own = new Set(tasks.map(({ id }) => id));
  for (const { id, proposed } of given.made) {
    const wanted: number[] = [];
    for (const on of proposed.depends_on) {
      const target = own.has(on) ? given.ids.get(on) : (await store.tasks.find(on))?.id;
      if (target !== undefined) wanted.push(target);
      else given.notes.push(`#${id} was to wait for #${on}, which is gone.`);
    }
    await store.dependencies.set(id, wanted);
  }
}
