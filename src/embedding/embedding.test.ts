import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reference } from '../base/env-reference.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import { createEmbedder } from './create-embedder.ts';
import { type Embedder, type EmbeddingCache, EmbeddingError } from './embedder.ts';
import { splitForEmbedding } from './split-text.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function service(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

const send = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const remote = (base_url: string, timeoutMs = 5_000) =>
  createEmbedder(
    { provider: 'openai', model: 'some-model', base_url, api_key: reference('KEY') },
    { env: { KEY: 'sk-test-1234567890abcdef' }, timeoutMs },
  );

describe('an OpenAI-compatible service', () => {
  it('is asked with the key by reference, and its vector scaled to length one', async () => {
    let seen = {};
    const url = await service((request, response, body) => {
      seen = { url: request.url, key: request.headers.authorization, body: JSON.parse(body) };
      send(response, { data: [{ embedding: [3, 4] }] });
    });
    const embedder = remote(url);
    expect(embedder.model.dimension).toBeUndefined();
    const vector = await embedder.embed('hello', { kind: 'query' });
    expect([...vector]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect(embedder.model).toMatchObject({ id: 'some-model', dimension: 2 });
    expect(seen).toEqual({
      url: '/v1/embeddings',
      key: 'Bearer sk-test-1234567890abcdef',
      body: { model: 'some-model', input: 'hello', encoding_format: 'float' },
    });
  });

  it('is asked again when it is busy', async () => {
    let calls = 0;
    const url = await service((_, response) => {
      if (++calls === 1) send(response, {}, 429);
      else send(response, { data: [{ embedding: [1, 0] }] });
    });
    await remote(url).embed('x', { kind: 'document' });
    expect(calls).toBe(2);
  });

  it.each([
    ['refuses', 401, {}],
    ['answers something else', 200, { data: 'no' }],
    ['answers without numbers', 200, { data: [{ embedding: [0, 0] }] }],
  ])('fails visibly when it %s', async (_, status, answer) => {
    const url = await service((_request, response) => send(response, answer, status));
    const embedder = remote(url);
    const failure = await embedder.embed('x', { kind: 'query' }).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String(failure)).not.toContain('sk-test');
    expect(embedder.health().state).toBe('failed');
  });

  it('is given up when it does not answer, and when it is closed', async () => {
    const url = await service(() => {});
    await expect(remote(url, 50).embed('x', { kind: 'query' })).rejects.toMatchObject({
      code: 'timeout',
    });
    const embedder = remote(url);
    const waiting = embedder.embed('x', { kind: 'query' });
    await embedder.close();
    await expect(waiting).rejects.toMatchObject({ code: 'closed' });
  });

  it('is given up when its answer never ends, and when it is longer than any vector', async () => {
    let ended = 0;
    const url = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(timer);
        ended++;
      });
    });
    const embedder = remote(url, 200);
    await expect(embedder.embed('x', { kind: 'query' })).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(() => ended).toBe(1);
    const endless = await service((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('1'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const failure = await remote(endless)
      .embed('x', { kind: 'query' })
      .catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String(failure)).toContain('too long');
  });

  it('has one space per address and model', () => {
    const hash = (base_url: string, model: string) =>
      createEmbedder({ provider: 'openai', model, base_url }, { env: {} }).model.hash;
    const one = hash('http://a.test/v1', 'm');
    expect(hash('http://a.test/v1', 'm')).toBe(one);
    expect(hash('http://b.test/v1', 'm')).not.toBe(one);
    expect(hash('http://a.test/v1', 'other')).not.toBe(one);
  });
});

describe('no embeddings', () => {
  it('are a state, not a failure', async () => {
    const embedder = createEmbedder({ provider: 'none', model: 'x' }, { env: {} });
    expect(embedder.health().state).toBe('off');
    await expect(embedder.embed('x', { kind: 'query' })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('the cache', () => {
  function counting(): Embedder & { calls: number } {
    return {
      calls: 0,
      model: { id: 'm', dimension: 2, hash: 'h' },
      async embed() {
        this.calls++;
        return Float32Array.of(1, 0);
      },
      health: () => ({ state: 'ready', model: 'm' }),
      async close() {},
    };
  }
  function memory(): EmbeddingCache {
    const kept = new Map<string, Float32Array>();
    return {
      get: async (model, hash) => kept.get(`${model} ${hash}`),
      put: async (model, hash, vector) => void kept.set(`${model} ${hash}`, vector),
    };
  }

  it('embeds a text once', async () => {
    const inner = counting();
    const embedder = cachedEmbedder(inner, memory());
    for (const text of ['a', 'a', 'b']) await embedder.embed(text, { kind: 'document' });
    expect(inner.calls).toBe(2);
  });

  it('costs no vector when it is broken', async () => {
    const broken = async () => {
      throw new EmbeddingError('unavailable', 'disk full');
    };
    const embedder = cachedEmbedder(counting(), { get: broken, put: broken });
    expect(await embedder.embed('a', { kind: 'document' })).toHaveLength(2);
  });
});

describe('parts of a text', () => {
  it('are whole below a thousand characters, and none of nothing', () => {
    expect(splitForEmbedding('short')).toEqual(['short']);
    expect(splitForEmbedding(' \n ')).toEqual([]);
  });
  it('break at lines, sentences or words, and lose nothing else', () => {
    const text = Array.from({ length: 400 }, (_, i) => `word${i}${i % 9 === 0 ? '.\n' : ''}`).join(
      ' ',
    );
    const parts = splitForEmbedding(text);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
  });
  it('never break inside a character, and end', () => {
    const parts = splitForEmbedding('\u{1F600}'.repeat(100_000));
    expect(parts.length).toBe(64);
    expect(parts.every((part) => /^\p{Extended_Pictographic}+$/u.test(part))).toBe(true);
  });
});
