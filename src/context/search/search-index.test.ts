import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../storage/open-database.ts';
import { plainBm25 } from '../ranking/bm25.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { createSearchTables } from './tables.ts';

const migrations = [{ id: '0001_search', up: createSearchTables }];
const open = (file: string) => openDatabase<unknown>({ file, migrations });

/** A vector that points mostly along one axis. */
function towards(axis: number, size = 16): Float32Array {
  const vector = Float32Array.from({ length: size }, (_, i) => (i === axis ? 1 : -0.01));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

let folder: string;
let database: Database<unknown>;
let index: SearchIndex;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ralph-search-'));
  database = await open(path.join(folder, 'context.db'));
  index = createSearchIndex(database);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (key: number, text: string, { kind = 'error', iteration = 0 } = {}) =>
  database.transaction((tx) => index.put(tx, { key, kind, iteration, text }));
const putVector = (key: number, ...vectors: Float32Array[]) =>
  database.transaction((tx) => index.putVectors(tx, key, 'm', vectors));
const keysFor = async (...question: Parameters<SearchIndex['candidates']>) =>
  (await index.candidates(...question)).candidates.map(({ key }) => key).sort();

describe('the search index', () => {
  it('finds by words, however an identifier is written', async () => {
    await put(1, 'readFile failed with ENOENT');
    await put(2, 'the parser was rewritten');
    expect(await keysFor({ text: 'read_file' })).toEqual([1]);
    expect(await keysFor({ text: 'parsers' })).toEqual([2]);
    expect(await keysFor({ text: 'nothing of the kind' })).toEqual([]);
  });

  it('takes a question as words, whatever it contains', async () => {
    await put(1, 'a "quoted" thing');
    for (const text of ['"', "'; drop table", '', '\u0000'])
      expect(await keysFor({ text }), text).toEqual([]);
    for (const text of ['quoted" OR *', 'terms:quoted AND', 'quoted" NEAR('])
      expect(await keysFor({ text }), text).toEqual([1]);
  });

  it('finds by meaning, by the nearest part of a text', async () => {
    await put(1, 'alpha');
    await put(2, 'beta');
    await putVector(1, towards(3));
    await putVector(2, towards(5), towards(7));
    const { candidates } = await index.candidates({ text: '', vector: towards(7), model: 'm' });
    const cosines = new Map(candidates.map(({ key, cosine }) => [key, cosine]));
    expect(cosines.get(2)).toBeGreaterThan(0.99);
    expect(cosines.get(1)).toBeLessThan(0.1);
  });

  it('gives what was found by words its cosine, and the other way round', async () => {
    await put(1, 'alpha');
    await putVector(1, towards(3));
    const { candidates } = await index.candidates({
      text: 'alpha omega',
      vector: towards(3),
      model: 'm',
    });
    expect(candidates).toHaveLength(1);
    const [found] = candidates;
    expect(found?.bm25).toBeGreaterThan(0);
    expect(found?.coverage).toBeGreaterThan(0);
    expect(found?.coverage).toBeLessThan(1);
    expect(found?.cosine).toBeGreaterThan(0.99);
  });

  it('scores words as it is told, and tells how long a text is', async () => {
    await put(1, 'alpha');
    await put(2, `alpha ${'beta gamma '.repeat(100)}`);
    const shareOfLong = async (options?: Parameters<SearchIndex['candidates']>[1]) => {
      const { candidates } = await index.candidates({ text: 'alpha' }, options);
      const [short, long] = candidates.toSorted((a, b) => a.key - b.key);
      expect([short?.length, long?.length]).toEqual([1, 201]);
      return (long?.bm25 ?? 0) / (short?.bm25 ?? 1);
    };
    expect(await shareOfLong()).toBeLessThan(await shareOfLong({ bm25: plainBm25 }));
  });

  it('never compares vectors of two models', async () => {
    await put(1, 'alpha');
    await putVector(1, towards(3));
    const { candidates } = await index.candidates({ text: '', vector: towards(3), model: 'other' });
    expect(candidates).toEqual([]);
    expect(await index.withoutVectors('other', 10)).toEqual([1]);
    expect(await index.withoutVectors('m', 10)).toEqual([]);
  });

  it('filters by kind and by iteration in both searches', async () => {
    await put(1, 'alpha', { kind: 'error', iteration: 1 });
    await put(2, 'alpha', { kind: 'skill', iteration: 5 });
    await putVector(1, towards(3));
    await putVector(2, towards(3));
    const question = { text: 'alpha', vector: towards(3), model: 'm' };
    expect(await keysFor(question, { filter: { kinds: ['skill'] } })).toEqual([2]);
    expect(await keysFor(question, { filter: { beforeIteration: 5 } })).toEqual([1]);
    expect(await keysFor(question, { filter: { kinds: ['task'] } })).toEqual([]);
    expect(await keysFor(question)).toEqual([1, 2]);
  });

  it('notices what another process adds, replaces and removes', async () => {
    await put(1, 'alpha');
    await putVector(1, towards(3));
    const question = { text: '', vector: towards(3), model: 'm' };
    expect(await keysFor(question)).toEqual([1]);
    const other = await open(database.file);
    const theirs = createSearchIndex(other);
    await other.transaction(async (tx) => {
      await theirs.put(tx, { key: 2, kind: 'error', iteration: 0, text: 'beta' });
      await theirs.putVectors(tx, 2, 'm', [towards(3)]);
    });
    expect(await keysFor(question)).toEqual([1, 2]);
    await other.transaction((tx) => theirs.remove(tx, [1]));
    expect(await keysFor(question)).toEqual([2]);
    await other.transaction((tx) => theirs.clear(tx));
    expect(await keysFor(question)).toEqual([]);
    await other.close();
  });

  it('replaces a text with all that belonged to it', async () => {
    await put(1, 'alpha');
    await putVector(1, towards(3));
    await put(1, 'omega');
    expect(await keysFor({ text: 'alpha' })).toEqual([]);
    expect(await keysFor({ text: 'omega' })).toEqual([1]);
    expect(await index.stats()).toEqual({ documents: 1, vectors: 0, model: undefined });
    expect(await index.check()).toEqual([]);
  });

  it('leaves nothing of a transaction that failed', async () => {
    await expect(
      database.transaction(async (tx) => {
        await index.put(tx, { key: 1, kind: 'error', iteration: 0, text: 'alpha' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await keysFor({ text: 'alpha' })).toEqual([]);
    expect(await index.check()).toEqual([]);
  });

  it('gives vectors to no text that has gone', async () => {
    await putVector(9, towards(1));
    expect(await index.stats()).toMatchObject({ vectors: 0 });
  });
});
