import { afterAll, describe, expect, it } from 'vitest';
import { createEmbedder } from '../../embedding/create-embedder.ts';
import { leastConfidence } from './confidence.ts';
import { embedTool } from './embedded-texts.ts';
import { createSearchEngine, type SearchEngine } from './search-engine.ts';
import type { SearchableTool } from './searchable-tool.ts';
import { createToolVectors, type ToolVector } from './tool-vectors.ts';

function tool(name: string, description: string): SearchableTool {
  return { id: `s/${name}`, server: 's', name, title: name, description, category: '', params: [] };
}

const office = [
  tool('send_mail', 'Send an email to one or more recipients.'),
  tool('create_event', 'Create an event in the calendar and invite people to it.'),
  tool('upload_document', 'Upload a document to a shared folder.'),
  tool('search_contacts', 'Find people in the address book by name or company.'),
  tool('create_invoice', 'Create an invoice for a customer with line items and tax.'),
  tool('export_report', 'Export the monthly sales report as a spreadsheet.'),
];
const answerable = [
  ['email the minutes to everyone who was there', 'send_mail'],
  ['put a lunch with Ottilie Brandvold on the calendar for "Thai Garden"', 'create_event'],
  ['charge the customer Vexmoor & Sons for 12 hours of consulting', 'create_invoice'],
  ['look up the phone number of a person in the address book', 'search_contacts'],
] as const;
const unanswerable = [
  'tune the strings of my violin',
  'describe the smell of fresh rain',
  'compile the kernel with debug symbols',
  'identify the bird in this photograph',
];

const model = createEmbedder({ provider: 'local', model: 'all-MiniLM-L6-v2' }, { env: {} });
const signal = new AbortController().signal;
afterAll(() => model.close());

async function engineOf(tools: readonly SearchableTool[]): Promise<SearchEngine> {
  const vectors: ToolVector[] = [];
  for (const each of tools)
    vectors.push(await embedTool(each, (text) => model.embed(text, { kind: 'document', signal })));
  return createSearchEngine(
    tools,
    createToolVectors(tools.length, (place) => vectors[place]),
  );
}
const embed = (text: string) => model.embed(text, { kind: 'query', signal });

describe('with the local model', () => {
  it('answers what its tools do, and nothing else', async () => {
    const engine = await engineOf(office);
    for (const [query, name] of answerable) {
      const { hits } = await engine.search({ query, limit: 3, embed });
      expect(office[hits[0]?.place ?? -1]?.name, query).toBe(name);
    }
    for (const query of unanswerable) {
      const { hits, steps } = await engine.search({ query, limit: 3, embed });
      expect([...hits, ...steps], query).toEqual([]);
    }
  });

  it('does so with a single tool', async () => {
    const engine = await engineOf(office.slice(0, 1));
    const [[inScope]] = answerable;
    expect((await engine.search({ query: inScope, limit: 3, embed })).hits).toHaveLength(1);
    for (const query of unanswerable)
      expect((await engine.search({ query, limit: 3, embed })).hits, query).toEqual([]);
  });
});

describe('by words alone', () => {
  const engine = createSearchEngine(office);

  it('answers what its tools do, and nothing else', async () => {
    const { hits } = await engine.search({ query: 'create an invoice with tax', limit: 3 });
    expect(office[hits[0]?.place ?? -1]?.name).toBe('create_invoice');
    for (const query of unanswerable)
      expect((await engine.search({ query, limit: 3 })).hits, query).toEqual([]);
  });

  it('does not take names and values that no tool knows for a foreign request', async () => {
    const plain = await engine.search({ query: 'send an email', limit: 1 });
    const named = await engine.search({
      query: 'send an email to Ottilie Brandvold <o.brandvold@vexmoor.example> about "Thai Garden"',
      limit: 1,
    });
    const foreign = await engine.search({
      query: 'send an email nobody wrote through thick rainy forests',
      limit: 1,
    });
    expect(named.confidence).toBeCloseTo(plain.confidence, 5);
    expect(foreign.confidence).toBeLessThan(0.7 * plain.confidence);
  });
});

describe('the more tools there are to choose from', () => {
  /** One tool lies near the request, all others nowhere. */
  const crowd = Array.from({ length: 2_000 }, (_, n) => tool(`t${n}`, `Thing ${n}.`));
  const engine = createSearchEngine(
    crowd,
    createToolVectors(crowd.length, (place) => ({
      vector: place === 0 ? Float32Array.of(1, 0) : Float32Array.of(0, 1),
      coherence: 0.6,
    })),
  );
  const faint = {
    query: 'sundry wishes',
    limit: 1,
    embed: async () => Float32Array.of(0.4, 0),
  };

  it('the more is asked of the best', async () => {
    expect((await engine.search(faint)).hits).toEqual([]);
    const { hits } = await engine.search({ ...faint, isWanted: (place) => place < 8 });
    expect(hits.map(({ place }) => place)).toEqual([0]);
  });

  it.each(['vectors', 'words'] as const)('by %s, up to thousands', (kind) => {
    const levels = [0, 1, 10, 100, 1_000, 10_000].map((size) => leastConfidence(kind, size));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    expect(levels[0]).toBe(levels[1]);
    expect(levels.at(-1)).toBeLessThan(0.3);
  });
});
