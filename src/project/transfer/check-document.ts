import { errorMessage } from '../../base/errors.ts';
import { resolveInside } from '../../base/paths.ts';
import { refuseSecrets } from '../discipline-servers.ts';
import { circleIn } from '../rules/circle.ts';
import { describePath } from '../rules/dependency-path.ts';
import { normalisedName } from '../rules/similarity.ts';
import type { TransferProblem } from './problem.ts';
import type { ProjectDocument } from './project-document.ts';

type Complain = (place: string, message: string) => void;
type Key = string | number;

/** What no schema says: that names are given once, that what is referred to is there, and that files are ours. */
export async function checkDocument(
  document: ProjectDocument,
  root: string,
): Promise<TransferProblem[]> {
  const problems: TransferProblem[] = [];
  const complain: Complain = (place, message) => problems.push({ place, message });
  checkNames(document, complain);
  checkReferences(document, complain);
  checkCircles(document, complain);
  for (const [place, { mcp_servers }] of document.disciplines.entries()) {
    try {
      refuseSecrets(mcp_servers);
    } catch (thrown) {
      complain(`disciplines[${place}].mcp_servers`, errorMessage(thrown));
    }
  }
  for (const [place, { knowledge_paths, context_files }] of document.features.entries()) {
    await checkPaths(root, `features[${place}].knowledge_paths`, knowledge_paths, complain);
    await checkPaths(root, `features[${place}].context_files`, context_files, complain);
  }
  for (const [place, { context_files, output_artifacts }] of document.tasks.entries()) {
    await checkPaths(root, `tasks[${place}].context_files`, context_files, complain);
    await checkPaths(root, `tasks[${place}].output_artifacts`, output_artifacts, complain);
  }
  return problems;
}

function checkNames(document: ProjectDocument, complain: Complain): void {
  const once = <Row>(
    list: string,
    field: string,
    rows: readonly Row[],
    key: (row: Row) => Key | null,
  ) => {
    const seen = new Set<Key>();
    for (const [place, row] of rows.entries()) {
      const value = key(row);
      if (value !== null && seen.has(value)) {
        complain(`${list}[${place}].${field}`, `${JSON.stringify(value)} is there twice`);
      }
      if (value !== null) seen.add(value);
    }
  };
  const { features, disciplines, tasks, comments, learnings, questions, documents } = document;
  once('features', 'name', features, ({ name }) => normalisedName(name));
  once('features', 'acronym', features, ({ acronym }) => acronym);
  once('disciplines', 'name', disciplines, ({ name }) => name);
  once('disciplines', 'acronym', disciplines, ({ acronym }) => acronym);
  once('tasks', 'id', tasks, ({ id }) => id);
  once('tasks', 'external_id', tasks, ({ external_id }) => external_id);
  once('comments', 'id', comments, ({ id }) => id);
  once('learnings', 'id', learnings, ({ id }) => id);
  once('questions', 'id', questions, ({ id }) => id);
  once('documents', 'name', documents, ({ name }) => name);
}

function checkReferences(document: ProjectDocument, complain: Complain): void {
  const features = new Set(document.features.map(({ name }) => name));
  const disciplines = new Set(document.disciplines.map(({ name }) => name));
  const tasks = new Set(document.tasks.map(({ id }) => id));
  const learnings = new Set(document.learnings.map(({ id }) => id));
  const need = <Name>(
    place: string,
    known: ReadonlySet<Name>,
    ...names: readonly (Name | null)[]
  ) => {
    for (const name of names) {
      if (name !== null && !known.has(name)) {
        complain(place, `${JSON.stringify(name)} is not in the file`);
      }
    }
  };
  for (const [place, feature] of document.features.entries()) {
    need(`features[${place}].dependencies`, features, ...feature.dependencies);
  }
  for (const [place, task] of document.tasks.entries()) {
    need(`tasks[${place}].feature`, features, task.feature);
    need(`tasks[${place}].discipline`, disciplines, task.discipline);
    need(`tasks[${place}].depends_on`, tasks, ...task.depends_on);
    need(`tasks[${place}].discovered_from`, tasks, task.discovered_from);
  }
  for (const [place, comment] of document.comments.entries()) {
    need(`comments[${place}].task_id`, tasks, comment.task_id);
  }
  for (const [place, question] of document.questions.entries()) {
    need(`questions[${place}].task_id`, tasks, question.task_id);
  }
  for (const [place, learning] of document.learnings.entries()) {
    need(`learnings[${place}].feature`, features, learning.feature);
    need(`learnings[${place}].task_id`, tasks, learning.task_id);
    need(`learnings[${place}].conflicts_with`, learnings, learning.conflicts_with);
  }
}

function checkCircles({ tasks, features }: ProjectDocument, complain: Complain): void {
  const ofTasks = circleIn(new Map(tasks.map(({ id, depends_on }) => [id, depends_on])));
  if (ofTasks) complain('tasks', `wait for each other in a circle: ${describePath(ofTasks)}`);
  const ofFeatures = circleIn(new Map(features.map((f) => [f.name, f.dependencies])));
  if (ofFeatures) {
    complain('features', `depend on each other in a circle: ${ofFeatures.join(' → ')}`);
  }
}

async function checkPaths(
  root: string,
  place: string,
  paths: readonly string[],
  complain: Complain,
): Promise<void> {
  for (const file of paths) {
    await resolveInside(root, file).catch((thrown: unknown) =>
      complain(place, errorMessage(thrown)),
    );
  }
}
