import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Task } from '../../project/model.ts';
import { readFromEnd, stateFiles } from '../../project/state-files.ts';
import type { Discipline } from '../../project/store/disciplines.ts';
import { noProgress } from '../../project/store/metadata.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';
import type { TaskLine } from '../../project/store/tasks.ts';
import type { RecipeName } from '../recipes/recipes.ts';
import type { PromptFacts } from './facts.ts';

/** More than any section has room for, so that its budget decides and not this number. */
const rows = 300;
const commentsShown = 20;
const learningsShown = 30;
const entriesShown = 60;

type FolderFacts = Pick<PromptFacts, 'codebase' | 'stateFiles'>;

/** What the folder tells; read before the database is, because files may be slow. */
export async function folderFacts(root: string): Promise<FolderFacts> {
  const notes = await Promise.all([
    readFromEnd(root, 'learnings', undefined),
    readFromEnd(root, 'progress', undefined),
  ]);
  return {
    codebase: await topLevel(root),
    stateFiles: [stateFiles.learnings, stateFiles.progress].flatMap((file, place) => {
      const tail = notes[place]?.text.trim();
      return tail ? [{ file, tail }] : [];
    }),
  };
}

export interface FactsRequest extends FolderFacts {
  readonly store: ProjectStore;
  readonly recipe: RecipeName;
  readonly root: string;
  readonly now: string;
  readonly enabledTools: ReadonlySet<string>;
  readonly discipline: Discipline | undefined;
  readonly feature: string | undefined;
  readonly task: Task | undefined;
  readonly input: string | undefined;
  readonly prompt?: string | undefined;
  readonly runSection?: string | undefined;
}

export async function gatherFacts({ store, ...request }: FactsRequest): Promise<PromptFacts> {
  const { task, recipe } = request;
  const feature =
    request.feature === undefined ? undefined : await store.features.get(request.feature);
  const progress = await store.metadata.progress();
  const total = feature
    ? progress.by_feature.find((line) => line.feature === feature.name)?.total
    : progress.total;
  return {
    ...bareFacts(request),
    feature,
    project: (await store.metadata.find()) ?? unnamedProject(request),
    progress,
    features: await store.features.list('', rows),
    disciplines: await store.disciplines.list('', rows),
    tasks: await tasksFor(store, recipe, feature?.name),
    taskCount: total ?? 0,
    learnings: feature ? await store.learnings.of(feature.name, learningsShown) : [],
    comments: task ? await store.comments.latest(task.id, commentsShown) : [],
    answers: task ? await store.questions.answered(task.id) : [],
    dependencies: task ? await dependenciesOf(store, task) : [],
  };
}

/** What can be said without a database: the request itself and the folder. */
export function bareFacts(request: Omit<FactsRequest, 'store'>): PromptFacts {
  return {
    ...request,
    prompt: request.prompt,
    runSection: request.runSection,
    feature: undefined,
    project: unnamedProject(request),
    progress: noProgress,
    features: [],
    disciplines: [],
    tasks: [],
    taskCount: 0,
    learnings: [],
    comments: [],
    answers: [],
    dependencies: [],
    context: [],
    hotTools: [],
  };
}

function unnamedProject({ root, now }: Pick<FactsRequest, 'root' | 'now'>) {
  return { title: path.basename(root), description: '', created_at: now };
}

/** The newest changes first; enrichment is about drafts, so those come before everything else. */
async function tasksFor(
  store: ProjectStore,
  recipe: RecipeName,
  feature: string | undefined,
): Promise<TaskLine[]> {
  const drafts =
    recipe === 'enrichment' ? await store.tasks.list({ feature, status: 'draft' }, 0, rows) : [];
  const latest = await store.tasks.latest({ feature }, rows);
  const known = new Set(drafts.map(({ id }) => id));
  return [...drafts, ...latest.filter(({ id }) => !known.has(id))].slice(0, rows);
}

async function dependenciesOf(
  store: ProjectStore,
  task: Task,
): Promise<PromptFacts['dependencies']> {
  const found = [];
  for (const ref of await store.dependencies.of(task.id)) {
    const { summary } = await store.tasks.get(ref.id);
    const handoff = (await store.comments.lastHandoff(ref.id))?.body ?? '';
    found.push({ ...ref, summary, handoff });
  }
  return found;
}

/** The first level of the repository, folders first, without what is not the user's work. */
async function topLevel(root: string): Promise<string[]> {
  const hidden = new Set(['.git', 'node_modules', '.ralph', '.agent']);
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !hidden.has(entry.name))
    .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1))
    .slice(0, entriesShown)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}
