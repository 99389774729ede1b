import type { Task } from '../../model.ts';
import type { TransferStore } from '../../store/transfer.ts';
import { applyPlan } from '../apply-plan.ts';
import type { ImportOptions, ImportReport } from '../import-report.ts';
import type { PlannedTask } from '../planned-task.ts';
import { refuseProblems } from '../problem.ts';
import { numberInKey } from '../task-key.ts';
import { parsePrd } from './parse-prd.ts';
import { originOf, storyFields } from './story-fields.ts';

/** Makes a task of each story, or brings the task of a story up to date; what is in no story is remembered. */
export async function importPrd(options: ImportOptions): Promise<ImportReport> {
  const { store, transfer, what } = options;
  const prd = parsePrd(what, options.text);
  const name = await documentName(transfer, what, options.feature);
  const tasks = await transfer.tasks();
  const planned = prd.stories.map((each, index): PlannedTask => {
    const { id, title, dependsOn } = each.story;
    return {
      place: `userStories[${index}]`,
      key: id,
      title,
      feature: null,
      discipline: null,
      fields: (existing) => storyFields(each, name, existing),
      links: { depends_on: dependsOn },
    };
  });
  const { report, problems } = await applyPlan({
    ...options,
    planned,
    tasks,
    features: [],
    feature: name,
    match: matcher(tasks, name),
    externalId: ({ key }) => {
      const taken = tasks.some((task) => task.external_id === key);
      return taken ? `${name}:${key}` : key;
    },
  });
  refuseProblems(what, problems);
  const known = (await transfer.documents()).find((document) => document.name === name);
  if (JSON.stringify(known?.data) !== JSON.stringify(prd.frame)) {
    await transfer.keepDocument(name, prd.frame);
    await store.events.record('project', 1, 'imported', null, { prd: name });
  }
  return { ...report, notes: [...report.notes, ...goneNotes(tasks, name, prd.frame.userStories)] };
}

/** A PRD belongs to a feature, so that stories called US-001 in two files stay two tasks. */
async function documentName(
  transfer: TransferStore,
  what: string,
  feature: string | undefined,
): Promise<string> {
  if (feature !== undefined) return feature;
  const documents = await transfer.documents();
  const [only] = documents;
  if (only && documents.length === 1) return only.name;
  const message = 'is missing: say which feature the stories belong to';
  refuseProblems(what, [{ place: '--feature', message }]);
  throw new Error('unreachable: a PRD without a feature is refused');
}

function matcher(tasks: readonly Task[], name: string) {
  return ({ key }: PlannedTask): Task | undefined => {
    if (key === null) return undefined;
    const number = numberInKey(key);
    return tasks.find((task) => {
      const origin = originOf(task);
      if (origin) return origin.prd === name && origin.story.id === key;
      if (task.external_id !== null) return task.external_id === key && task.feature === name;
      return task.id === number && task.feature === name;
    });
  };
}

function goneNotes(tasks: readonly Task[], name: string, ids: unknown): string[] {
  const there = new Set(Array.isArray(ids) ? ids : []);
  const gone = tasks.filter((task) => {
    const origin = originOf(task);
    return origin?.prd === name && !there.has(origin.story.id);
  });
  return gone.map(
    ({ id, external_id }) => `#${id} (${external_id}) is no longer in the file and stays.`,
  );
}
