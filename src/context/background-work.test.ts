import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { vectorSpace } from '../embedding/embedder.ts';
import { backgroundWork } from './background-work.ts';
import type { Context } from './context.ts';
import { embedTexts } from './embed-items.ts';
import { recall } from './recall.ts';
import { storeItems } from './store-items.ts';
import { contextFixture, wordEmbedder } from './testing/context-fixture.ts';
import { servicesFixture } from './testing/services-fixture.ts';

/** A service that embeds with vectors of a length that can be changed, or not at all. */
async function embeddingService() {
  const state = { dimension: 8, isSilent: false, asked: 0 };
  const server = createServer((request, response) => {
    state.asked++;
    request.resume();
    if (state.isSilent) return;
    const embedding = Array.from({ length: state.dimension }, (_, place) => place + 1);
    response.end(JSON.stringify({ data: [{ embedding }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  const embeddings = { provider: 'openai', model: 'm', base_url: `http://127.0.0.1:${port}/v1` };
  return { state, embeddings };
}

it('a service that is slower than a search may be costs the vectors, not the search', async () => {
  const { state, embeddings } = await embeddingService();
  const { services, answer } = servicesFixture({ mcp_context: { embeddings } });
  await answer('store_context', {
    content: 'The importer skips files that end in a dot.',
    context_type: 'output',
  });
  state.isSilent = true;
  const { items, stats } = await recall(services, { query: 'importer skips files' }, 1_000);
  expect(items.map(({ score }) => score)).toEqual([expect.any(Number)]);
  expect(stats).toMatchObject({
    degraded: 'text',
    degraded_reason: 'm gave no vector within 700 ms',
  });
});

it('whoever stores something is not kept waiting for a service that is silent', async () => {
  const { state, embeddings } = await embeddingService();
  state.isSilent = true;
  const context = await contextFixture({ settings: { embeddings } });
  const [stored] = await storeItems(context, [{ content: 'A note.', content_type: 'output' }], {
    embedWithinMs: 50,
  });
  expect(stored).toMatchObject({ embedded: false });
});

it('vectors of another length under the same name are never compared, and made anew', async () => {
  const { state, embeddings } = await embeddingService();
  const root = scratchFolder();
  const note = { content: 'The importer skips files that end in a dot.', context_type: 'output' };
  const before = servicesFixture({ root, mcp_context: { embeddings } });
  await before.answer('store_context', note);
  expect(await before.answer('get_context_stats')).toMatchObject({ pending_embeddings: 0 });
  await before.services.close();

  state.dimension = 16;
  const { services, answer } = servicesFixture({ root, mcp_context: { embeddings } });
  await recall(services, { query: 'importer' });
  expect(await answer('get_context_stats')).toMatchObject({ pending_embeddings: 1 });
  const context = await services.context();
  await whenFilled(context);
  expect(await answer('get_context_stats')).toMatchObject({ embedded_items: 1 });
});

it('items that the model missed get their vectors once it works, without being asked for', async () => {
  const embedder = wordEmbedder();
  const context = await contextFixture({ embedder });
  embedder.failing = true;
  await storeItems(context, [{ content: 'Raise the pool size.', content_type: 'output' }]);
  embedder.failing = false;
  await whenFilled(context);
  expect((await context.index.stats()).vectors).toBe(1);
});

async function whenFilled(context: Context) {
  const background = backgroundWork({ fillMs: 0, tidyMs: 0 });
  onTestFinished(() => background.close());
  background.fillVectors(context);
  await expect
    .poll(() => context.index.withoutVectors(vectorSpace(context.embedder.model), 10))
    .toEqual([]);
}

it('a server that is told of iterations moves old items on, as a loop with a store of its own does', async () => {
  const { services, answer } = servicesFixture();
  await answer('store_context', { content: 'A note.', context_type: 'output' });
  await answer('store_iteration_result', { iteration: 30, summary: 'Done.', success: true });
  const context = await services.context();
  const background = backgroundWork({ fillMs: 0, tidyMs: 0 });
  onTestFinished(() => background.close());
  background.tidy(context);
  await expect
    .poll(() => answer('get_context_stats'))
    .toMatchObject({ by_state: { active: 1, summarized: 1 } });
});

it('to end before the vectors are made is nothing to warn of, to get none in time is', async () => {
  const { state, embeddings } = await embeddingService();
  state.isSilent = true;
  const context = await contextFixture({ settings: { embeddings } });
  const warnings = () => context.lines.filter((line) => /WARN .*wait for their vectors/.test(line));
  const closing = new AbortController();
  const embedding = embedTexts(context, [{ key: 1, text: 'A note.' }], closing.signal);
  closing.abort();
  expect(await embedding).toMatchObject({ embedded: 0, failure: expect.any(String) });
  expect(warnings()).toEqual([]);
  await storeItems(context, [{ content: 'A note.', content_type: 'output' }], {
    embedWithinMs: 50,
  });
  expect(warnings()).toHaveLength(1);
});
