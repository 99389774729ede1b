import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Task } from '../../project/model.ts';
import type { Discipline } from '../../project/store/disciplines.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';
import type { RecipeName } from '../recipes/recipes.ts';
import type { PromptFacts } from './facts.ts';

/** More than any section shows, so that the budget decides and not this number. */
const rows = 200;
const tailBytes = 6_000;

export interface FactsRequest {
  readonly store: ProjectStore;
  readonly recipe: RecipeName;
  readonly root: string;
  readonly now: string;
  readonly enabledTools: ReadonlySet<string>;
  readonly discipline: Discipline | undefined;
  readonly feature: string | undefined;
  readonly task: Task | undefined;
  readonly input: string | undefined;
}

export async function gatherFacts(request: FactsRequest): Promise<PromptFacts> {
  const { store, root, task } = request;
  const feature =
    request.feature === undefined ? undefined : await store.features.get(request.feature);
  return {
    ...request,
    feature,
    project: (await store.metadata.find()) ?? {
      title: path.basename(root),
      description: '',
      created_at: request.now,
    },
    progress: await store.metadata.progress(),
    codebase: await topLevel(root),
    features: await store.features.list('', rows),
    disciplines: await store.disciplines.list('', rows),
    tasks: await store.tasks.list(feature ? { feature: feature.name } : {}, 0, rows),
    learnings: feature ? await store.learnings.of(feature.name, 20) : [],
    comments: task ? await store.comments.latest(task.id, 20) : [],
    answers: task ? await store.questions.answered(task.id) : [],
    dependencies: task ? await dependenciesOf(store, task) : [],
    stateFiles: await stateFiles(root),
  };
}

async function dependenciesOf(store: ProjectStore, task: Task) {
  const found = [];
  for (const ref of await store.dependencies.of(task.id)) {
    const { summary } = await store.tasks.get(ref.id);
    found.push({
      ...ref,
      summary,
      handoff: (await store.comments.lastHandoff(ref.id))?.body ?? '',
    });
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
    .slice(0, 60)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

async function stateFiles(root: string): Promise<{ file: string; tail: string }[]> {
  const found = [];
  for (const file of ['.ralph/learnings.txt', '.ralph/progress.txt']) {
    const tail = await tailOf(path.join(root, file));
    if (tail) found.push({ file, tail });
  }
  return found;
}

async function tailOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return (start > 0 ? text.slice(text.indexOf('\n') + 1) : text).trim();
  } finally {
    await handle.close();
  }
}
