import { z } from 'zod';
import type { StoredItem } from '../item.ts';
import { scoreAfterFeedback, shrunkenRate, shrunkenUsefulness } from '../rules/usefulness.ts';
import { itemOf } from '../store/item-rows.ts';
import { type Handle, itemStore } from '../store/items.ts';
import type { Counters } from './book.ts';

export const bookSource = 'skillbook';

/** What the item of a skill remembers of the book. */
const factsSchema = z.object({
  skill_id: z.string(),
  section: z.string(),
  helpful: z.int().optional(),
  harmful: z.int().optional(),
  neutral: z.int().optional(),
});
export type SkillFacts = z.output<typeof factsSchema>;

export interface SkillItem {
  readonly item: StoredItem;
  readonly facts: SkillFacts;
}

export function factsOf(item: Pick<StoredItem, 'source' | 'metadata'>): SkillFacts | undefined {
  return item.source === bookSource ? factsSchema.safeParse(item.metadata).data : undefined;
}

/** The skills of a project's book that are in the memory; a global one holds those of others as well. */
export async function skillItems(db: Handle, root: string): Promise<SkillItem[]> {
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('content_type', '=', 'skill')
    .where('source', '=', bookSource)
    .where((eb) => eb.or([eb('source_project', 'is', null), eb('source_project', '=', root)]))
    .orderBy('key')
    .execute();
  return rows.flatMap((row) => {
    const item = itemOf(row);
    const facts = factsOf(item);
    return facts ? [{ item, facts }] : [];
  });
}

/** Agents know a skill by the id that the book gives it. */
export async function findSkillItem(
  db: Handle,
  root: string,
  skillId: string,
): Promise<StoredItem | undefined> {
  return (await skillItems(db, root)).find(({ facts }) => facts.skill_id === skillId)?.item;
}

/** What the counts of a book say about a skill, drawn towards one half while there are few. */
export function scoreOf(counters: Counters | undefined): number {
  if (!counters) return 0.5;
  const { helpful, harmful } = counters;
  return shrunkenRate(Math.max(0, helpful), Math.max(0, helpful) + Math.max(0, harmful));
}

/** More at once than this and the score is at its end anyway. */
const mostSteps = 20;

/** Follows counts that somebody else has changed in the book: each is worth one `mark_useful`. */
export async function followCounters(
  db: Handle,
  { item, facts }: SkillItem,
  counters: Counters,
): Promise<boolean> {
  const more = (name: 'helpful' | 'harmful') =>
    Math.min(mostSteps, Math.max(0, counters[name] - (facts[name] ?? counters[name])));
  const isSame = (['helpful', 'harmful', 'neutral'] as const).every(
    (name) => facts[name] === counters[name],
  );
  if (isSame) return false;
  let { usefulness_score } = item;
  for (let n = more('helpful'); n > 0; n--) {
    usefulness_score = scoreAfterFeedback(usefulness_score, true);
  }
  for (let n = more('harmful'); n > 0; n--) {
    usefulness_score = scoreAfterFeedback(usefulness_score, false);
  }
  await itemStore(db).update(item.key, {
    usefulness_score,
    usefulness_estimate: shrunkenUsefulness({ ...item, usefulness_score }),
    metadata: JSON.stringify({ ...item.metadata, ...counters }),
  });
  return true;
}
