import type { Comment, Feature, Learning, Question, Task } from '../model.ts';
import type { ImportedDocument } from '../transfer/project-document.ts';
import { commentOf } from './comments.ts';
import { type Discipline, disciplineOf } from './disciplines.ts';
import { featureOf } from './features.ts';
import { type Handle, parseRecord, type Stamp } from './handle.ts';
import { learningOf } from './learnings.ts';
import type { ProjectInfo } from './metadata.ts';
import { questionOf } from './questions.ts';
import { taskOf } from './task-rows.ts';

/** Everything in the project but its history. */
export interface ProjectContents {
  readonly project: ProjectInfo | null;
  readonly features: readonly Feature[];
  readonly disciplines: readonly Discipline[];
  readonly tasks: readonly (Task & { readonly claim_token: number })[];
  readonly comments: readonly Comment[];
  readonly learnings: readonly Learning[];
  readonly questions: readonly Question[];
  readonly documents: readonly ImportedDocument[];
}

/** Whole tables at once, for people who move a project in or out. */
export interface TransferStore {
  /** Every task in full, by id. */
  tasks(): Promise<Task[]>;
  contents(): Promise<ProjectContents>;
  documents(): Promise<ImportedDocument[]>;
  /** Remembers what of an imported file is in no task. */
  keepDocument(name: string, data: Readonly<Record<string, unknown>>): Promise<void>;
}

export function transferStore(db: Handle, stamp: Stamp): TransferStore {
  async function tasksWithTokens() {
    const rows = await db.selectFrom('tasks').selectAll().orderBy('id').execute();
    const links = await db
      .selectFrom('task_dependencies')
      .selectAll()
      .orderBy('task_id')
      .orderBy('depends_on')
      .execute();
    const dependsOn = grouped(links.map((link) => [link.task_id, link.depends_on]));
    return rows.map((row) => ({
      ...taskOf(row, dependsOn.get(row.id) ?? []),
      claim_token: row.claim_token,
    }));
  }

  async function features(): Promise<Feature[]> {
    const rows = await db.selectFrom('features').selectAll().orderBy('name').execute();
    const links = await db
      .selectFrom('feature_dependencies')
      .selectAll()
      .orderBy('depends_on')
      .execute();
    const dependsOn = grouped(links.map((link) => [link.feature, link.depends_on]));
    return rows.map((row) => featureOf(row, dependsOn.get(row.name) ?? []));
  }

  async function documents(): Promise<ImportedDocument[]> {
    const rows = await db.selectFrom('imported_documents').selectAll().orderBy('name').execute();
    return rows.map((row) => ({ ...row, format: 'prd', data: parseRecord(row.data) }));
  }

  return {
    documents,

    async tasks() {
      return (await tasksWithTokens()).map(({ claim_token: _, ...task }) => task);
    },

    async contents() {
      const project = await db
        .selectFrom('metadata')
        .select(['title', 'description', 'created_at'])
        .executeTakeFirst();
      const disciplines = await db.selectFrom('disciplines').selectAll().orderBy('name').execute();
      const comments = await db.selectFrom('task_comments').selectAll().orderBy('id').execute();
      const learnings = await db.selectFrom('learnings').selectAll().orderBy('id').execute();
      const questions = await db.selectFrom('questions').selectAll().orderBy('id').execute();
      return {
        project: project ?? null,
        features: await features(),
        disciplines: disciplines.map(disciplineOf),
        tasks: await tasksWithTokens(),
        comments: comments.map(commentOf),
        learnings: learnings.map(learningOf),
        questions: questions.map(questionOf),
        documents: await documents(),
      };
    },

    async keepDocument(name, data) {
      const values = { format: 'prd', data: JSON.stringify(data), updated_at: stamp.now };
      await db
        .insertInto('imported_documents')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
    },
  };
}

function grouped<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
