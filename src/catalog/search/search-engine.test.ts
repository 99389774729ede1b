import { describe, expect, it } from 'vitest';
import { createSearchEngine } from './search-engine.ts';
import type { SearchableTool } from './searchable-tool.ts';
import { splitSteps } from './split-steps.ts';
import { createToolVectors } from './tool-vectors.ts';

function tool(id: string, description: string, params: string[] = []): SearchableTool {
  const [server = '', name = ''] = id.split('/');
  return {
    id,
    server,
    name,
    title: name,
    description,
    category: '',
    params: params.map((param) => ({ name: param, description: '' })),
  };
}

const tools = [
  tool('github/create_issue', 'Open a new issue in a repository.', ['title', 'body', 'labels']),
  tool('github/list_pull_requests', 'List the pull requests of a repository.', ['state']),
  tool('postgres/query', 'Run a read-only SQL query.', ['sql']),
  tool('slack/post_message', 'Post a message to a channel.', ['channel', 'text']),
  tool('files/readTextFile', 'Read a file as text.', ['path']),
];
const engine = createSearchEngine(tools);
const ids = async (query: string, limit = 3) =>
  (await engine.search({ query, limit })).hits.map(({ place }) => tools[place]?.id);

describe('search by words', () => {
  it.each([
    ['open an issue about the crash', 'github/create_issue'],
    ['running sql queries', 'postgres/query'],
    ['post messages', 'slack/post_message'],
    ['read text file', 'files/readTextFile'],
    ['which tool takes labels and a title', 'github/create_issue'],
    ['pull_requests', 'github/list_pull_requests'],
  ])('%s', async (query, first) => {
    expect((await ids(query))[0]).toBe(first);
  });

  it('says that nothing fits instead of naming the least wrong tool', async () => {
    const result = await engine.search({ query: 'bake a chocolate cake', limit: 3 });
    expect(result.hits).toEqual([]);
    expect(result.confidence).toBeLessThan(0.1);
  });

  it('finds a tool for each step of an intent', async () => {
    const query =
      'Run a SQL query for the failing orders. Then post a message to the sales channel. Finally open an issue in the repository.';
    const { hits, steps } = await engine.search({ query, limit: 3 });
    expect(hits.map(({ place }) => tools[place]?.id).sort()).toEqual([
      'github/create_issue',
      'postgres/query',
      'slack/post_message',
    ]);
    expect(steps).toHaveLength(3);
  });

  it('looks only at the tools that are wanted', async () => {
    const { hits } = await engine.search({
      query: 'repository issue',
      limit: 3,
      isWanted: (place) => tools[place]?.name !== 'create_issue',
    });
    expect(hits.map(({ place }) => tools[place]?.id)).toEqual(['github/list_pull_requests']);
  });

  it('lets the record decide between tools that fit alike', async () => {
    const twins = [tool('a/send', 'Send mail.'), tool('b/send', 'Send mail.')];
    const { hits } = await createSearchEngine(twins).search({
      query: 'send mail',
      limit: 2,
      recordOf: (place) => (place === 1 ? 0.9 : 0.2),
    });
    expect(hits.map(({ place }) => place)).toEqual([1, 0]);
  });
});

describe('search by words and vectors', () => {
  /** Meanings along three axes: code, talk, data. */
  const meanings = [
    [1, 0.2, 0],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [0.2, 0, 0.6],
  ];
  const vector = (values: readonly number[]) => {
    const length = Math.hypot(...values);
    return Float32Array.from([...values, 0].map((value) => value / length));
  };
  const withVectors = createSearchEngine(
    tools,
    createToolVectors(tools.length, (place) => ({
      vector: vector(meanings[place] ?? [0, 0, 0]),
      coherence: 0.6,
    })),
  );

  it('finds by meaning what shares no word', async () => {
    const { hits, usedVectors } = await withVectors.search({
      query: 'tell my colleagues',
      limit: 1,
      embed: async () => vector([0.1, 1, 0]),
    });
    expect(usedVectors).toBe(true);
    expect(tools[hits[0]?.place ?? -1]?.id).toBe('slack/post_message');
  });

  it('has the tool that is clearly best by its words among the first five, wherever its vector lies', async () => {
    const crowd = [
      ...Array.from({ length: 9 }, (_, n) => tool(`notes/write_${n}`, `Write note ${n}.`)),
      tool('people/ask_human', 'Puts a question to a person.'),
    ];
    const crowded = createSearchEngine(
      crowd,
      createToolVectors(crowd.length, (place) => ({
        vector: vector(place < 9 ? [1, place / 100, 0] : [0, 0, 1]),
        coherence: 0.6,
      })),
    );
    const request = {
      query: 'I need a person',
      limit: 10,
      embed: async () => vector([1, 0, 0]),
    };
    const { hits } = await crowded.search(request);
    expect(hits.map(({ place }) => place)).toEqual([0, 1, 2, 3, 9, 4, 5, 6, 7, 8]);
    const others = await crowded.search({ ...request, isWanted: (place) => place !== 9 });
    expect(others.hits.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is less sure where no tool has the words of the query', async () => {
    const confidenceFor = async (query: string) => {
      const result = await withVectors.search({
        query,
        limit: 1,
        embed: async () => vector([0.1, 1, 0.5]),
      });
      return result.confidence;
    };
    expect(await confidenceFor('forgive my brother at dinner')).toBeLessThan(
      await confidenceFor('text in a channel'),
    );
  });

  it('is as sure of an intent as of its whole, where a step of it is only talk', async () => {
    const request = (query: string) => ({
      query,
      limit: 3,
      embed: async (text: string) =>
        text.startsWith('My weekend') ? Float32Array.of(0, 0, 0, 1) : vector([0, 1, 0]),
    });
    const plain = await withVectors.search(request('Post a message to the channel.'));
    const chatty = await withVectors.search(
      request('Post a message to the channel. My weekend was lovely.'),
    );
    expect(chatty.steps).toHaveLength(2);
    expect(chatty.confidence).toBeGreaterThan(0.75 * plain.confidence);
    expect(chatty.hits[0]?.place).toBe(plain.hits[0]?.place);
  });

  it('goes on by words when the embedder fails', async () => {
    const { hits, usedVectors } = await withVectors.search({
      query: 'open an issue',
      limit: 1,
      embed: async () => undefined,
    });
    expect(usedVectors).toBe(false);
    expect(tools[hits[0]?.place ?? -1]?.id).toBe('github/create_issue');
  });

  it('finds tools that have no vector yet', async () => {
    const half = createSearchEngine(
      tools,
      createToolVectors(tools.length, (place) =>
        place === 0 ? undefined : { vector: vector(meanings[place] ?? []), coherence: 0.6 },
      ),
    );
    const { hits } = await half.search({
      query: 'open a new issue in a repository',
      limit: 3,
      embed: async () => vector([0.7, 0.1, 0.6]),
    });
    expect(hits.map(({ place }) => place)).toContain(0);
  });
});

describe('splitSteps', () => {
  it.each([
    ['open an issue about the crash', 0],
    ['Open an issue. Then tell the team about it.', 2],
    ['list open issues, then close the stale ones; notify their authors', 3],
    ['Version 2.5 of the e.g. parser fails', 0],
    ['Hi! Show me the logs of the api server.', 0],
  ])('%s → %i', (query, count) => expect(splitSteps(query)).toHaveLength(count));
});
