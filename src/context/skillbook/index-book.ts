import type { Context } from '../context.ts';
import { removeItems } from '../lifecycle/remove-items.ts';
import { shrunkenUsefulness } from '../rules/usefulness.ts';
import { itemStore } from '../store/items.ts';
import { storeItems } from '../store-items.ts';
import type { Book, BookSkill } from './book.ts';
import { skillText } from './book-skill-text.ts';
import { bookSource, followCounters, scoreOf, skillItems } from './skill-items.ts';

export interface IndexReport {
  readonly added: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Makes the memory's skills those of the book. A skill whose words or section changed is a new item: what was
 * learnt about the old words does not speak for the new ones. Vectors follow later.
 */
export async function indexBook(context: Context, book: Book | undefined): Promise<IndexReport> {
  const { database, root } = context;
  const wanted = new Map<string, BookSkill>();
  for (const skill of book?.skills.values() ?? []) {
    if (skill.isActive && skillText(skill.content).trim() !== '') wanted.set(skill.id, skill);
  }
  const stale: number[] = [];
  let unchanged = 0;
  for (const known of await skillItems(database.kysely, root)) {
    const skill = wanted.get(known.facts.skill_id);
    const isSame =
      skill?.section === known.facts.section && skillText(skill.content) === known.item.content;
    if (!isSame) {
      stale.push(known.item.key);
      continue;
    }
    wanted.delete(skill.id);
    unchanged++;
    const { counters } = skill;
    if (counters) await database.transaction((tx) => followCounters(tx, known, counters));
  }
  await removeItems(context, stale);
  await addSkills(context, [...wanted.values()]);
  return { added: wanted.size, removed: stale.length, unchanged };
}

async function addSkills(context: Context, skills: readonly BookSkill[]): Promise<void> {
  if (skills.length === 0) return;
  const stored = await storeItems(
    context,
    skills.map(({ id, section, content, counters }) => ({
      content: skillText(content),
      content_type: 'skill',
      source: bookSource,
      tags: section.trim() === '' ? [] : [section.slice(0, 100)],
      metadata: { skill_id: id, section, ...counters },
    })),
    // An agent may have stored the same words; the book's are an item of their own, with its id.
    { deduplicate: false, embed: false },
  );
  await context.database.transaction(async (tx) => {
    for (const [place, { key }] of stored.entries()) {
      const usefulness_score = scoreOf(skills[place]?.counters);
      const usefulness_estimate = shrunkenUsefulness({
        usefulness_score,
        injected_count: 0,
        credit: 0,
      });
      await itemStore(tx).update(key, { usefulness_score, usefulness_estimate });
    }
  });
}
