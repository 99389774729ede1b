import { ToolError } from '../base/errors.ts';
import type { Context } from './context.ts';
import { scoreAfterFeedback, shrunkenUsefulness } from './rules/usefulness.ts';
import { storableText } from './safety/clean-input.ts';
import { factsOf, findSkillItem } from './skillbook/skill-items.ts';
import { type Handle, itemStore } from './store/items.ts';

export interface Feedback {
  readonly itemId: string;
  readonly helpful: boolean;
  readonly reason?: string | undefined;
  readonly author: string;
  readonly sessionId: string | null;
}

export interface FeedbackResult {
  readonly previous_score: number;
  readonly usefulness_score: number;
  readonly usefulness_estimate: number;
  /** What the skillbook calls it, when it comes from there. */
  readonly skillId: string | undefined;
  /** False when the session has said the same of it before: each has one voice on an item. */
  readonly counted: boolean;
}

export async function markUseful(context: Context, feedback: Feedback): Promise<FeedbackResult> {
  return context.database.transaction(async (tx) => {
    const store = itemStore(tx);
    const item =
      (await store.find(feedback.itemId)) ??
      (await findSkillItem(tx, context.root, feedback.itemId));
    if (!item) throw noSuchItem(feedback.itemId);
    const facts = factsOf(item);
    const before = await voiceOf(tx, item.id, feedback.sessionId);
    const isHelpful = before && before.helpful === 1;
    if (isHelpful === feedback.helpful) {
      const { usefulness_score, usefulness_estimate } = item;
      const same = { previous_score: usefulness_score, usefulness_score, usefulness_estimate };
      return { ...same, skillId: facts?.skill_id, counted: false };
    }
    const usefulness_score = scoreAfterFeedback(item.usefulness_score, feedback.helpful, isHelpful);
    const usefulness_estimate = shrunkenUsefulness({ ...item, usefulness_score });
    const counted = facts?.[feedback.helpful ? 'helpful' : 'harmful'];
    await store.update(item.key, {
      usefulness_score,
      usefulness_estimate,
      // The book will count it too, and what it counts must not be taken for somebody else's opinion.
      ...(counted !== undefined && {
        metadata: JSON.stringify({
          ...item.metadata,
          [feedback.helpful ? 'helpful' : 'harmful']: counted + 1,
        }),
      }),
    });
    if (before) await tx.deleteFrom('feedback').where('id', '=', before.id).execute();
    await tx
      .insertInto('feedback')
      .values({
        item_id: item.id,
        helpful: feedback.helpful ? 1 : 0,
        reason: storableText(feedback.reason ?? '').text,
        author: feedback.author,
        session_id: feedback.sessionId,
        at: context.clock.now().toISOString(),
      })
      .execute();
    return {
      previous_score: item.usefulness_score,
      usefulness_score,
      usefulness_estimate,
      skillId: facts?.skill_id,
      counted: true,
    };
  });
}

/** What a session has said of an item; whoever has no session speaks each time for himself. */
async function voiceOf(db: Handle, itemId: string, sessionId: string | null) {
  if (sessionId === null) return undefined;
  return db
    .selectFrom('feedback')
    .select(['id', 'helpful'])
    .where('item_id', '=', itemId)
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function noSuchItem(id: string): ToolError {
  return new ToolError('not_found', `There is no context item ${JSON.stringify(id)}.`, {
    hint: 'Take the id from get_relevant_context; an item may also have been pruned.',
  });
}

export interface FeedbackRecord {
  readonly helpful: boolean;
  readonly reason: string;
  readonly author: string;
  readonly at: string;
}

/** Newest first. */
export async function feedbackOf(context: Context, id: string): Promise<FeedbackRecord[]> {
  const rows = await context.database.kysely
    .selectFrom('feedback')
    .select(['helpful', 'reason', 'author', 'at'])
    .where('item_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({ ...row, helpful: row.helpful === 1 }));
}
