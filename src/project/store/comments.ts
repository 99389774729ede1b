import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import {
  type Comment,
  type CommentKind,
  commentKinds,
  type Priority,
  priorities,
} from '../model.ts';
import type { TaskCommentTable } from '../tables.ts';
import type { EventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';
import { priorityOf } from './task-rows.ts';

export interface NewComment {
  readonly task_id: number;
  readonly kind: CommentKind;
  readonly body: string;
  readonly discipline?: string | null;
  readonly priority?: Priority | null;
}

export interface CommentStore {
  add(comment: NewComment): Promise<Comment>;
  get(taskId: number, id: number): Promise<Comment>;
  /** The newest comments of a task, oldest of them first. */
  latest(taskId: number, limit: number): Promise<Comment[]>;
  count(taskId: number): Promise<number>;
  /** The last thing somebody left for whoever comes next. */
  lastHandoff(taskId: number): Promise<Comment | undefined>;
  edit(taskId: number, id: number, body: string): Promise<Comment>;
  remove(taskId: number, id: number): Promise<void>;
}

const kindSchema = z.enum(commentKinds);

export function commentStore(db: Handle, stamp: Stamp, events: EventStore): CommentStore {
  async function get(taskId: number, id: number): Promise<Comment> {
    const row = await db
      .selectFrom('task_comments')
      .selectAll()
      .where('id', '=', id)
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    if (!row) {
      throw new ToolError('not_found', `Task #${taskId} has no comment ${id}.`, {
        hint: `Comment ids of a task are in get_task.`,
        details: [{ field: 'comment_id', message: 'unknown comment' }],
      });
    }
    return commentOf(row);
  }

  return {
    get,

    async add({ task_id, kind, body, discipline, priority }) {
      const row = await db
        .insertInto('task_comments')
        .values({
          task_id,
          kind,
          body,
          author: stamp.author,
          session_id: stamp.sessionId,
          discipline: discipline ?? null,
          priority: priority ? priorities.indexOf(priority) : null,
          created_at: stamp.now,
          updated_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const comment = commentOf(row);
      await events.record('comment', comment.id, 'created', null, comment);
      return comment;
    },

    async latest(taskId, limit) {
      const rows = await db
        .selectFrom('task_comments')
        .selectAll()
        .where('task_id', '=', taskId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.reverse().map(commentOf);
    },

    async count(taskId) {
      const { n } = await db
        .selectFrom('task_comments')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('task_id', '=', taskId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    async lastHandoff(taskId) {
      const row = await db
        .selectFrom('task_comments')
        .selectAll()
        .where('task_id', '=', taskId)
        .where('kind', '=', 'handoff')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && commentOf(row);
    },

    async edit(taskId, id, body) {
      const before = await get(taskId, id);
      await db
        .updateTable('task_comments')
        .set({ body, updated_at: stamp.now })
        .where('id', '=', id)
        .execute();
      const after = await get(taskId, id);
      await events.record('comment', id, 'changed', before, after);
      return after;
    },

    async remove(taskId, id) {
      const before = await get(taskId, id);
      await db.deleteFrom('task_comments').where('id', '=', id).execute();
      await events.record('comment', id, 'deleted', before, null);
    },
  };
}

export function commentOf(row: Selectable<TaskCommentTable>): Comment {
  return {
    ...row,
    kind: kindSchema.parse(row.kind),
    priority: row.priority === null ? null : priorityOf(row.priority),
  };
}
