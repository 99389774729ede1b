import { describe, expect, it } from 'vitest';
import { unrelatedQuestions } from './bench/unrelated-questions.ts';
import { retrieve } from './retrieve.ts';
import { storeItems } from './store-items.ts';
import { contextFixture } from './testing/context-fixture.ts';

async function memoryOf(...texts: string[]) {
  const context = await contextFixture();
  await storeItems(
    context,
    texts.map((content) => ({ content, content_type: 'iteration' })),
  );
  return async (query: string) =>
    (await retrieve(context, { query })).items.map(({ item }) => item.content);
}

const notes = [
  'Run the migrations before the integration tests.',
  'The API client retries three times with exponential backoff.',
  'Use pnpm, not npm, in the web folder.',
  'Error: EADDRINUSE port 3000. Fix: stop the old dev server with make stop.',
  'Prices are stored in cents as integers.',
];

describe('a small memory without a model', () => {
  it('has nothing to say to questions about something else', async () => {
    for (const texts of [[], notes.slice(0, 1), notes]) {
      const ask = await memoryOf(...texts);
      for (const question of [...unrelatedQuestions, '今日の天気は', 'x', '!!!', 'знаменитые реки'])
        expect([question, await ask(question)]).toEqual([question, []]);
    }
  });

  it('finds what fits, though all of its words are in all of its texts', async () => {
    const ask = await memoryOf(...notes.slice(0, 1));
    expect(await ask('integration tests fail')).toEqual([notes[0]]);
    expect(await (await memoryOf(...notes))('port 3000 is in use')).toEqual([notes[3]]);
  });
});
