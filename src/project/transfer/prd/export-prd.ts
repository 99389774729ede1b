import { ToolError } from '../../../base/errors.ts';
import { canonicalJson } from '../../../base/json.ts';
import { priorities, type Task } from '../../model.ts';
import type { TransferStore } from '../../store/transfer.ts';
import { keysOf } from '../task-key.ts';
import type { Story } from './parse-prd.ts';
import { originOf, storyKeys } from './story-fields.ts';

type PrdDocument = Readonly<Record<string, unknown>>;

/** The PRD of a feature as it was imported, with what has happened since; a new one where none was imported. */
export async function exportPrd(
  transfer: TransferStore,
  feature: string | undefined,
): Promise<PrdDocument> {
  const documents = await transfer.documents();
  const wanted = feature === undefined ? documents : documents.filter((d) => d.name === feature);
  if (wanted.length > 1) {
    const names = wanted.map(({ name }) => name).join(', ');
    throw new ToolError('invalid_argument', 'More than one PRD was imported here.', {
      hint: `Say which is meant with --feature: ${names}.`,
    });
  }
  const [document] = wanted;
  const tasks = await transfer.tasks();
  const keys = keysOf(tasks);
  const name = document?.name ?? feature;
  const own = new Map(
    tasks.flatMap((task) => {
      const origin = originOf(task);
      return document && origin?.prd === document.name ? [[origin.story.id, task] as const] : [];
    }),
  );
  const listed = Array.isArray(document?.data.userStories) ? document.data.userStories : [];
  const kept = listed.flatMap((id) => own.get(id) ?? []);
  const added = inOrder(
    tasks.filter(
      (task) =>
        !originOf(task) &&
        task.status !== 'skipped' &&
        (name === undefined || task.feature === name),
    ),
  );
  const storyIds = new Map([...own].map(([id, task]) => [task.id, String(id)]));
  const nameOf = (id: number) => storyIds.get(id) ?? keys.get(id) ?? `T-${id}`;
  const stories = [
    ...kept.map((task) => updatedStory(task, nameOf)),
    ...added.map((task, index) => newStory(task, kept.length + index + 1, nameOf)),
  ];
  if (document) return { ...document.data, userStories: stories };
  return { branchName: `ralph/${name ?? 'tasks'}`, userStories: stories };
}

/** The story with the keys changed that its task has outgrown, each where it stood. */
function updatedStory(task: Task, nameOf: (id: number) => string): Story {
  const story: Story = originOf(task)?.story ?? {};
  const changed = storyKeys.filter(({ key, field, absent }) => {
    // A key of some tools only: a story without it is not made to look like theirs.
    if (key === 'completionNotes' && story[key] === undefined) return false;
    return canonicalJson(story[key] ?? absent) !== canonicalJson(task[field]);
  });
  const passes = task.status === 'done';
  const named = Array.isArray(story.dependsOn) ? story.dependsOn.map(String) : [];
  const dependsOn = task.depends_on.map(nameOf);
  const sameDependencies =
    new Set(named).size === dependsOn.length && dependsOn.every((id) => named.includes(id));
  return {
    ...story,
    ...Object.fromEntries(changed.map(({ key, field }) => [key, task[field]])),
    ...(passes !== (story.passes ?? false) && { passes }),
    ...(!sameDependencies && { dependsOn }),
  };
}

function newStory(task: Task, place: number, nameOf: (id: number) => string): Story {
  const { description, depends_on } = task;
  return {
    id: nameOf(task.id),
    title: task.title,
    ...(description !== '' && { description }),
    acceptanceCriteria: task.acceptance_criteria,
    priority: task.position ?? place,
    passes: task.status === 'done',
    notes: task.hints,
    ...(depends_on.length > 0 && { dependsOn: depends_on.map(nameOf) }),
  };
}

/** As the loop would take them. */
function inOrder(tasks: readonly Task[]): Task[] {
  const rank = (task: Task) => -priorities.indexOf(task.priority);
  const place = (task: Task) => task.position ?? Number.POSITIVE_INFINITY;
  return [...tasks].sort((a, b) => rank(a) - rank(b) || compare(place(a), place(b)) || a.id - b.id);
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
