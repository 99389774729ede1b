import type { Context } from '../context.ts';
import { markUseful } from '../feedback.ts';
import { applyOperations } from './apply-operations.ts';
import { type BookPlace, editBook, readBook } from './book-file.ts';
import { keepBook } from './keep-book.ts';
import type { BookOperation, OperationOutcome } from './operations.ts';
import { findSkillItem } from './skill-items.ts';

/** Only a skill that has counts is counted: others are not even locked. */
export async function tagSkill(
  place: BookPlace,
  skillId: string,
  helpful: boolean,
  now: Date,
): Promise<void> {
  const book = await readBook(place);
  if (!book?.skills.get(skillId)?.counters) return;
  const metadata = helpful ? { helpful: 1 } : { harmful: 1 };
  const operation: BookOperation = { type: 'TAG', skill_id: skillId, metadata };
  await editBook(place, (newest) => {
    const { text, outcomes } = applyOperations(newest, [operation], now);
    return { text, result: outcomes };
  });
}

/** Changes the book; opinions that its shape has no place for are kept in the memory. */
export async function changeBook(
  place: BookPlace,
  context: Context,
  operations: readonly BookOperation[],
): Promise<readonly OperationOutcome[]> {
  await keepBook(place, operations);
  const { book, result } = await editBook(place, (newest) => {
    const { text, outcomes } = applyOperations(newest, operations, context.clock.now());
    return { text, result: outcomes };
  });
  for (const { type, skill_id, metadata } of operations) {
    const skill = skill_id ? book.skills.get(skill_id) : undefined;
    if (type === 'TAG' && skill && !skill.counters) await keepOpinion(context, skill.id, metadata);
  }
  return result;
}

/** More at once than this and the score is at its end anyway. */
const mostOpinions = 20;

async function keepOpinion(
  context: Context,
  skillId: string,
  metadata: BookOperation['metadata'],
): Promise<void> {
  if (!(await findSkillItem(context.database.kysely, context.root, skillId))) return;
  const opinion = { itemId: skillId, author: 'skillbook', sessionId: null };
  for (const helpful of [true, false]) {
    const count = (helpful ? metadata?.helpful : metadata?.harmful) ?? 0;
    for (let n = 0; n < Math.min(count, mostOpinions); n++) {
      await markUseful(context, { ...opinion, helpful });
    }
  }
}
