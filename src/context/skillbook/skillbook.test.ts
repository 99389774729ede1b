import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { systemClock } from '../../base/clock.ts';
import { memoryForTheLoop } from '../for-the-loop.ts';
import { recordInjection, recordVerdict } from '../injections.ts';
import { recallForSession } from '../recall-for-session.ts';
import { retrieve } from '../retrieve.ts';
import { quietLogger } from '../testing/context-fixture.ts';
import { iterationFixture } from '../testing/iteration-fixture.ts';
import { servicesFixture } from '../testing/services-fixture.ts';
import { emptyBook } from './book.ts';
import type { BookVersion } from './book-format.ts';
import { skillItems } from './skill-items.ts';
import { createSkillbook } from './skillbook.ts';
import { exampleBook } from './testing/example-books.ts';
import { wholeBookForPrompt } from './whole-book.ts';

const itemsSchema = z.array(z.object({ id: z.string(), content: z.string() }));

/** The context tools in a project with a skillbook. */
function project(text?: string) {
  const root = scratchFolder();
  const file = path.join(root, '.agent/skillbook/skillbook.json');
  mkdirSync(path.dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  const { logger, lines } = quietLogger();
  const skills = createSkillbook({
    root,
    logger,
    clock: systemClock,
    place: async () => ({ file: '.agent/skillbook/skillbook.json', lockFolder: '.agent/context' }),
  });
  const fixture = servicesFixture({ root, skills });
  const search = async (query: string) => {
    const { items } = await fixture.answer('get_relevant_context', { query });
    return itemsSchema.parse(items);
  };
  const indexed = async () => {
    const { database } = await fixture.services.context();
    return skillItems(database.kysely, root);
  };
  const read = () => readFileSync(file, 'utf8');
  const write = (changed: string) => writeFileSync(file, changed);
  return { ...fixture, file, bookLines: lines, search, indexed, read, write };
}

const first = 'Run one file before the whole suite.';

describe('a project with a skillbook', () => {
  it('recalls and lists its skills, and follows the file', async () => {
    const { search, text, answer, indexed, read, write } = project(exampleBook('0.8.1'));
    expect((await search('whole suite')).map(({ content }) => content)).toEqual([first]);
    expect(await text('get_skills')).toContain(`[testing-00001] ${first}`);
    expect(await answer('get_skills', { tags: ['error_handling'] })).toMatchObject({ count: 1 });
    const before = await indexed();
    expect(before.map(({ facts }) => facts.skill_id)).toEqual([
      'testing-00001',
      'error_handling-00002',
    ]);
    write(read().replace(first, 'Bisect with git.'));
    expect(await search('whole suite')).toEqual([]);
    expect((await search('bisect git')).length).toBe(1);
    const after = await indexed();
    const unchanged = ({ facts }: (typeof before)[number]) => facts.section === 'error_handling';
    expect(after.find(unchanged)?.item.id).toBe(before.find(unchanged)?.item.id);
    write(emptyBook);
    expect(await search('bisect git')).toEqual([]);
    expect(await indexed()).toEqual([]);
  });

  it.each<BookVersion>(['0.1', '0.7', '0.9.2'])(
    'counts opinions in a book of version %s',
    async (version) => {
      const { answer, read, indexed } = project(exampleBook(version));
      const before = exampleBook(version);
      const item_id = 'testing-00001';
      const rated = await answer('mark_useful', { item_id, helpful: false, reason: 'slow' });
      expect(rated.usefulness_score).toBeCloseTo(5 / 7 - 0.15, 5);
      expect(read()).not.toBe(before);
      const timeless = (text: string) => text.replace(/"updated_at": .*/g, '');
      expect(timeless(read())).toBe(timeless(before).replace('"harmful": 1', '"harmful": 2'));
      const [skill] = await indexed();
      expect(skill?.item.usefulness_score).toBe(rated.usefulness_score);
    },
  );

  it('keeps opinions to itself where the book has no counts', async () => {
    const { answer, read, services } = project(exampleBook('0.9.3'));
    const rated = await answer('mark_useful', { item_id: 'testing-00001', helpful: true });
    expect(rated).toMatchObject({ previous_score: 0.5, usefulness_score: 0.6 });
    const tag = { type: 'TAG', skill_id: 'testing-00001', metadata: { harmful: 1 } } as const;
    await services.skills.apply(await services.context(), [tag]);
    expect(read()).toBe(exampleBook('0.9.3'));
    const skills = z.object({
      skills: z.array(z.object({ id: z.string(), usefulness_score: z.number() })),
    });
    const listed = skills.parse(await answer('get_skills', { min_score: 0 })).skills;
    expect(listed).toContainEqual({ id: 'testing-00001', usefulness_score: 0.45 });
  });

  it('follows counts that ACE changed', async () => {
    const { indexed, read, write } = project(exampleBook('0.7'));
    const [before] = await indexed();
    write(read().replace('"helpful": 4', '"helpful": 6'));
    const [after] = await indexed();
    expect(after?.item.id).toBe(before?.item.id);
    expect(after?.item.usefulness_score).toBeCloseTo((before?.item.usefulness_score ?? 0) + 0.2, 5);
  });

  it('says a skill once in a prompt, from the book or from the memory', async () => {
    const { services } = project(exampleBook('0.7'));
    const context = await services.context();
    const book = await wholeBookForPrompt(services, 2_000);
    const lines = book.skills.map(({ line }) => line);
    expect(lines[0]).toBe(`| [testing-00001] ${first}`);
    expect(lines[1]).toContain('| [error_handling-00002] Größe prüfen 🔍 Then read "it"');
    expect((await retrieve(context, { query: 'whole suite' })).items).toHaveLength(1);
    const both = await recallForSession(services, { work: 'whole suite', random: () => 1 });
    expect(both.injected.filter(({ text }) => text.includes(first))).toMatchObject([
      { id: 'testing-00001', from: 'skillbook' },
    ]);
    expect(await wholeBookForPrompt(services, 10)).toMatchObject({ skills: [], omitted: 2 });
  });

  it('credits a skill of the whole book, which prompts name by the id of the book', async () => {
    const { services, indexed } = project(exampleBook('0.7'));
    const given = { injected: ['testing-00001'], cited: ['testing-00001'] };
    await memoryForTheLoop(services).record(iterationFixture(given));
    expect((await indexed()).map(({ item }) => item.cited_count)).toEqual([1, 0]);
  });

  it('credits a skill that was cited by the id of the book', async () => {
    const { services, indexed } = project(exampleBook('0.7'));
    const context = await services.context();
    const ids = (await indexed()).map(({ item }) => item.id);
    const place = { runId: 'run_1', iteration: 1 };
    await recordInjection(context, { ...place, injected: ids, heldOut: [] });
    await recordVerdict(context, { ...place, succeeded: true, cited: ['testing-00001'] });
    expect((await indexed()).map(({ item }) => item.cited_count)).toEqual([1, 0]);
  });

  it('keeps the book as it was before skills are removed or worded anew, the newest twenty times', async () => {
    const text = exampleBook('0.8.1');
    const { services, file, read } = project(text);
    const archives = path.join(path.dirname(file), '../context/archives');
    const context = await services.context();
    const ids = Object.keys(
      z.object({ skills: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).skills,
    );
    const removals = ids.map((skill_id) => ({ type: 'REMOVE', skill_id }) as const);
    await services.skills.apply(context, [
      { type: 'TAG', skill_id: ids[0], metadata: { helpful: 0 } },
    ]);
    await services.skills.apply(context, removals);
    expect(JSON.parse(read())).toMatchObject({ skills: {} });
    const kept = readdirSync(archives).map((name) =>
      readFileSync(path.join(archives, name), 'utf8'),
    );
    expect(kept.map((each) => Object.keys(JSON.parse(each).skills))).toEqual([ids]);

    await services.skills.apply(context, [{ type: 'ADD', section: 'testing', content: 'Word 0.' }]);
    const [skill_id] = Object.keys(JSON.parse(read()).skills);
    for (let n = 1; n <= 22; n++) {
      await services.skills.apply(context, [{ type: 'UPDATE', skill_id, content: `Word ${n}.` }]);
    }
    expect(readdirSync(archives)).toHaveLength(20);
  });

  it('never shows or stores a secret that somebody wrote into the book', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { text, indexed } = project(exampleBook('0.7').replace(first, `Log in with ${secret}.`));
    expect(await text('get_skills')).toContain('Log in with');
    expect(await text('get_skills')).not.toContain(secret);
    expect((await indexed()).length).toBe(2);
    expect(JSON.stringify(await indexed())).not.toContain(secret);
  });
});

describe('a file that is no skillbook', () => {
  it.each([
    ['is cut short', exampleBook('0.7').slice(0, 300), 'line 11, column 21: a text is not closed'],
    ['is something else', '{"name": "ralph"}', 'no object "skills" or "bullets"'],
  ])('%s: it is refused and left alone, and the rest works', async (_, text, reason) => {
    const { answer, read, services, search, bookLines } = project(text);
    const context = await services.context();
    const add = { type: 'ADD', section: 'a', content: 'b' } as const;
    const refused = services.skills.apply(context, [add]);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('Mend the file') });
    expect(read()).toBe(text);
    expect(await answer('health_check')).toMatchObject({
      status: 'degraded',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'skillbook', ok: false })]),
    });
    expect(await search('anything')).toEqual([]);
    expect(bookLines.join('\n')).toContain('not up to date');
  });

  it('is too large', async () => {
    const { services, file } = project('{}');
    truncateSync(file, 64 * 2 ** 20 + 1);
    await expect(services.skills.describe()).rejects.toThrow('has 65 MB; 64 are allowed');
    rmSync(file);
    expect(await services.skills.describe()).toBeUndefined();
  });

  it('lies outside of the project', async () => {
    const outside = path.join(scratchFolder(), 'book.json');
    writeFileSync(outside, exampleBook('0.7'));
    const { services, file } = project();
    symlinkSync(outside, file);
    await expect(services.skills.describe()).rejects.toThrow('leads out of the root');
  });
});
