import { answerQuestion } from '../../project/answer-question.ts';
import { type ProjectStore, projectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';

export interface OpenQuestion {
  readonly id: number;
  readonly task_id: number | null;
  readonly text: string;
  /** The task waits for the answer. */
  readonly blocking: boolean;
}

/** What agents have asked in this project and nobody has answered. */
export async function openQuestions(
  database: Database<ProjectTables>,
): Promise<readonly OpenQuestion[]> {
  const open = await readProject(database, ({ questions }) => questions.open());
  return open.map(({ id, task_id, question, blocking }) => ({
    id,
    task_id,
    text: question,
    blocking,
  }));
}

/** Reads the project as it stands at one moment. */
export function readProject<T>(
  database: Database<ProjectTables>,
  read: (store: ProjectStore) => Promise<T>,
): Promise<T> {
  const stamp = { author: 'ralph', sessionId: null, tool: 'run', now: '' };
  return database.transaction((tx) => read(projectStore(tx, database.dialect, stamp)), {
    readOnly: true,
  });
}

/** Records what a person answers; the task's next session reads it. */
export async function giveAnswer(
  database: Database<ProjectTables>,
  given: {
    readonly id: number;
    readonly text: string;
    readonly author: string;
    readonly now: string;
  },
): Promise<{ readonly task_id: number | null; readonly task_status: string | null }> {
  const { id, text, author, now } = given;
  const stamp = { author, sessionId: null, tool: 'ralph_answer', now };
  const { question, task } = await database.transaction((tx) =>
    answerQuestion(projectStore(tx, database.dialect, stamp), { id, text, now }),
  );
  return { task_id: question.task_id, task_status: task?.status ?? null };
}
