import type { Selectable } from 'kysely';
import { ToolError } from '../../base/errors.ts';
import type { Question } from '../model.ts';
import type { QuestionTable } from '../tables.ts';
import type { EventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';

export interface QuestionStore {
  ask(taskId: number | null, question: string, blocking: boolean): Promise<Question>;
  get(id: number): Promise<Question>;
  /** Questions nobody has answered yet, oldest first. */
  open(taskId?: number): Promise<Question[]>;
  answered(taskId: number): Promise<Question[]>;
  answer(id: number, answer: string): Promise<Question>;
}

export function questionStore(db: Handle, stamp: Stamp, events: EventStore): QuestionStore {
  async function get(id: number): Promise<Question> {
    const row = await db
      .selectFrom('questions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) {
      throw new ToolError('not_found', `There is no question ${id}.`, {
        hint: 'Open questions are listed by "ralph answer" and on their task.',
      });
    }
    return questionOf(row);
  }

  return {
    get,

    async ask(taskId, question, blocking) {
      const row = await db
        .insertInto('questions')
        .values({
          task_id: taskId,
          session_id: stamp.sessionId,
          author: stamp.author,
          question,
          blocking: blocking ? 1 : 0,
          answer: null,
          answered_by: null,
          created_at: stamp.now,
          answered_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const asked = questionOf(row);
      await events.record('question', asked.id, 'asked', null, asked);
      return asked;
    },

    async open(taskId) {
      let query = db.selectFrom('questions').selectAll().where('answer', 'is', null).orderBy('id');
      if (taskId !== undefined) query = query.where('task_id', '=', taskId);
      return (await query.execute()).map(questionOf);
    },

    async answered(taskId) {
      const rows = await db
        .selectFrom('questions')
        .selectAll()
        .where('task_id', '=', taskId)
        .where('answer', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(questionOf);
    },

    async answer(id, answer) {
      const before = await get(id);
      if (before.answer !== null) {
        throw new ToolError('conflict', `Question ${id} was answered by ${before.answered_by}.`, {
          hint: 'Add a comment to its task if the answer has changed.',
        });
      }
      await db
        .updateTable('questions')
        .set({ answer, answered_by: stamp.author, answered_at: stamp.now })
        .where('id', '=', id)
        .execute();
      const after = await get(id);
      await events.record('question', id, 'answered', before, after);
      return after;
    },
  };
}

export function questionOf(row: Selectable<QuestionTable>): Question {
  return { ...row, blocking: row.blocking === 1 };
}
