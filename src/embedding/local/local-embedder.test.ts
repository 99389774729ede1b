import { copyFileSync, mkdirSync, readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import type { Embedder } from '../embedder.ts';
import { localEmbedder } from './local-embedder.ts';
import { packageFolder } from './package-folder.ts';

const models = path.join(packageFolder(), 'models', 'all-MiniLM-L6-v2');
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);

describe('the local model', () => {
  const embedder = localEmbedder({ env: {} });
  afterAll(() => embedder.close());
  const embed = (text: string) => embedder.embed(text, { kind: 'document' });

  it('is not touched before the first text', () => {
    expect(localEmbedder({ env: {} }).health()).toEqual({
      state: 'idle',
      model: 'all-MiniLM-L6-v2',
    });
  });

  it('puts texts that mean the same near each other, as vectors of length one', async () => {
    const [question, answer, other] = await Promise.all([
      embed('How do I undo my last commit?'),
      embed('git reset takes back the most recent change of the branch'),
      embed('Bananas ripen faster in a paper bag'),
    ]);
    expect(question).toHaveLength(384);
    expect(dot(question, question)).toBeCloseTo(1, 5);
    expect(dot(question, answer)).toBeGreaterThan(dot(question, other) + 0.2);
    expect(embedder.health().state).toBe('ready');
  });

  it('gives one text one vector, whatever else waits', async () => {
    const alone = await embed('the same text');
    const [crowded] = await Promise.all([
      embed('the same text'),
      embed('x'),
      embed('y '.repeat(900)),
    ]);
    expect(crowded).toEqual(alone);
  });

  it('takes an empty text, an endless one and any character', async () => {
    for (const text of ['', 'word '.repeat(50_000), '\u0000\uD800 \u{1F600}', 'ü'.repeat(5_000)])
      expect(await embed(text)).toHaveLength(384);
  });

  it('answers questions before the texts that wait', async () => {
    const order: string[] = [];
    const texts = ['a', 'b', 'c'].map(async (name) => {
      await embed(`document ${name}`);
      order.push(name);
    });
    const question = embedder
      .embed('a question', { kind: 'query' })
      .then(() => order.push('question'));
    await Promise.all([...texts, question]);
    expect(order.indexOf('question')).toBeLessThan(order.indexOf('c'));
  });

  it('drops a text that nobody waits for any more', async () => {
    const abort = new AbortController();
    const dropped = embedder.embed('x', { kind: 'document', signal: abort.signal });
    abort.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'cancelled' });
    expect(await embed('still at work')).toHaveLength(384);
  });
});

describe('a local model that cannot work', () => {
  const failing = async (embedder: Embedder) => {
    await expect(embedder.embed('x', { kind: 'query' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    const { state, detail } = embedder.health();
    await embedder.close();
    return { state, detail };
  };

  it('says that its files are missing', async () => {
    const modelFolder = path.join(scratchFolder(), 'nowhere');
    const { state, detail } = await failing(localEmbedder({ env: {}, modelFolder }));
    expect(state).toBe('failed');
    expect(detail).toContain('is missing');
  });

  it('says that its files are damaged', async () => {
    const modelFolder = path.join(scratchFolder(), 'model');
    mkdirSync(modelFolder);
    for (const name of readdirSync(models))
      copyFileSync(path.join(models, name), path.join(modelFolder, name));
    truncateSync(path.join(modelFolder, 'model_quantized.onnx'), 1_000_000);
    const { detail } = await failing(localEmbedder({ env: {}, modelFolder }));
    expect(detail).toContain('is damaged');
  });

  it('gives up on a text that takes too long, and gets over it', async () => {
    const embedder = localEmbedder({ env: {}, timeoutMs: 0 });
    await expect(embedder.embed('word '.repeat(400), { kind: 'query' })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(embedder.health().state).toBe('failed');
    await embedder.close();
  });

  it('refuses texts once it is closed', async () => {
    const embedder = localEmbedder({ env: {} });
    await embedder.close();
    await expect(embedder.embed('x', { kind: 'query' })).rejects.toMatchObject({ code: 'closed' });
  });
});
