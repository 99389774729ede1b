import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbedder } from '../embedding/create-embedder.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { unrelatedQuestions } from './bench/unrelated-questions.ts';
import { retrieve } from './retrieve.ts';
import { storeItems } from './store-items.ts';
import { contextFixture } from './testing/context-fixture.ts';

async function memoryOf(texts: readonly string[], embedder?: Embedder) {
  const context = await contextFixture(embedder ? { embedder } : {});
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
      const ask = await memoryOf(texts);
      for (const question of [...unrelatedQuestions, '今日の天気は', 'x', '!!!', 'знаменитые реки'])
        expect([question, await ask(question)]).toEqual([question, []]);
    }
  });

  it('finds what fits, though all of its words are in all of its texts', async () => {
    const ask = await memoryOf(notes.slice(0, 1));
    expect(await ask('integration tests fail')).toEqual([notes[0]]);
    expect(await (await memoryOf(notes))('port 3000 is in use')).toEqual([notes[3]]);
  });
});

/** Memories of five notes that have little in common, each with a question that one note answers. */
const smallMemories = [
  {
    texts: [
      'cargo test fails with "linker cc not found": install build-essential in the image first.',
      'Dates in reports are shown in the time zone of the reader, never in UTC.',
      'The staging password is rotated on Mondays; ask the vault, not a colleague.',
      'Thumbnails are made by libvips because ImageMagick ran out of memory.',
      'A failed payment is tried again after one, six and twenty-four hours.',
    ],
    question: 'error: linker cc not found while running cargo test',
    others: ['the sidebar overlaps the footer on narrow screens', 'rename the class Foo to Bar'],
  },
  {
    texts: [
      'KeyError: "locale" in render_mail: the template needs locale even for system mails.',
      'Elasticsearch refuses to start when vm.max_map_count is below 262144.',
      'Our CSV importer takes semicolons as separators, as Excel in Germany writes them.',
      'Feature flags are read once at start; restart the worker after changing one.',
      'The iOS build needs Xcode 15 since the map library dropped older ones.',
    ],
    question: 'Elasticsearch does not start: max virtual memory areas vm.max_map_count is too low',
    others: ['webhook signature does not match', 'TypeError: undefined is not a function'],
  },
  {
    texts: [
      'Play a sound when the queue is empty, but only between eight and six.',
      'Go modules of the company are private: set GOPRIVATE before go get.',
      'The heat map is slow because every tile asks the database; cache by zoom level.',
      'Users without an e-mail address sign in with their staff number.',
      'PDF invoices use the font Inter, which has to be embedded for print.',
    ],
    question: 'go get cannot find a private module of the company',
    others: ['unexpected token in JSON at position 0', 'translate the settings page to French'],
  },
];

/** One for all memories of the test: loading the model takes longer than everything else. */
function sharedEmbedder(provider: 'none' | 'local'): Embedder {
  const held = new Map<string, Float32Array>();
  const cache = {
    get: async (_: string, hash: string) => held.get(hash),
    put: async (_: string, hash: string, vector: Float32Array) => void held.set(hash, vector),
  };
  const embedder = createEmbedder({ provider, model: 'all-MiniLM-L6-v2' }, { env: {}, cache });
  onTestFinished(() => embedder.close());
  return { ...embedder, close: async () => undefined };
}

describe.each(['none', 'local'] as const)('one to five notes, provider %s', (provider) => {
  it('answer with the one that fits, and else with nothing', async () => {
    const embedder = sharedEmbedder(provider);
    for (const { texts, question, others } of smallMemories) {
      const [answer = ''] = await (await memoryOf(texts, embedder))(question);
      const rest = texts.filter((text) => text !== answer);
      const unrelated = [
        ...others,
        ...smallMemories.map((memory) => memory.question).filter((one) => one !== question),
        ...unrelatedQuestions.slice(0, 10),
      ];
      for (let besides = 0; besides < texts.length; besides++) {
        const ask = await memoryOf([...rest.slice(0, besides), answer], embedder);
        expect([besides, await ask(question)]).toEqual([besides, [answer]]);
        for (const one of unrelated)
          expect([besides, one, await ask(one)]).toEqual([besides, one, []]);
      }
    }
  });
});
