import { errorMessage, ToolError } from '../base/errors.ts';
import { plainStatement } from '../base/safe-text.ts';
import type { MemoryServer } from './memory-server.ts';
import type { ContextServices } from './services.ts';
import { skillItems } from './skillbook/skill-items.ts';
import { itemStore } from './store/items.ts';

export interface SkillView {
  readonly id: string;
  readonly content: string;
  readonly tags: string[];
  readonly usefulness_score: number;
  readonly source: string;
}

/** More skills than this are a library, not a reminder. */
const mostSkills = 200;

/** The skills of the skillbook and those that agents stored, best first, each text once. */
export async function findSkills(
  services: ContextServices,
  wanted: { readonly tags?: readonly string[] | undefined; readonly minScore: number },
): Promise<SkillView[]> {
  const all = services.server
    ? await skillsOf(services.server, wanted.minScore)
    : [...(await bookSkills(services)), ...(await storedSkills(services))];
  const tags = wanted.tags?.map((tag) => tag.toLowerCase());
  const seen = new Set<string>();
  return all
    .filter((skill) => {
      const essence = skill.content.toLowerCase().replace(/\s+/g, ' ').trim();
      if (seen.has(essence)) return false;
      seen.add(essence);
      const fits = !tags || skill.tags.some((tag) => tags.includes(tag.toLowerCase()));
      return fits && skill.usefulness_score >= wanted.minScore;
    })
    .sort((a, b) => b.usefulness_score - a.usefulness_score);
}

async function skillsOf(server: MemoryServer, minScore: number): Promise<SkillView[]> {
  const { skillsFromServer } = await import('./memory-server.ts');
  return skillsFromServer(server, minScore);
}

async function bookSkills(services: ContextServices): Promise<SkillView[]> {
  const { skills, logger } = services;
  try {
    const found = await skills.skills();
    const learnt = found.length > 0 ? await learntScores(services) : undefined;
    return found.map(({ id, content, section, score }) => ({
      id,
      content: plainStatement(content),
      tags: [section],
      usefulness_score: learnt?.get(id) ?? score,
      source: 'skillbook',
    }));
  } catch (thrown) {
    logger.warn('the skillbook cannot be read', { reason: errorMessage(thrown) });
    return [];
  }
}

/** What the memory has learnt about the skills of the book goes beyond what the book itself counts. */
async function learntScores(services: ContextServices): Promise<ReadonlyMap<string, number>> {
  try {
    const { database, root } = await services.context();
    const items = await skillItems(database.kysely, root);
    return new Map(items.map(({ item, facts }) => [facts.skill_id, item.usefulness_score]));
  } catch {
    return new Map();
  }
}

async function storedSkills(services: ContextServices): Promise<SkillView[]> {
  try {
    const { database } = await services.context();
    const store = itemStore(database.kysely);
    // A large book must not crowd out what agents stored; its own skills stand in where it cannot be read.
    const items = [
      ...(await store.storedSkills(mostSkills)),
      ...(await store.ofType('skill', mostSkills)),
    ];
    return items
      .filter((item) => item.superseded_by === null)
      .map(({ id, content, tags, usefulness_score, source }) => ({
        id,
        content: plainStatement(content),
        tags,
        usefulness_score,
        source,
      }));
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    services.logger.warn('stored skills cannot be read', { reason: thrown.message });
    return [];
  }
}
