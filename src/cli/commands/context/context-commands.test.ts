import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RalphIn, ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

const stored = z.object({ id: z.string() });
const found = z.object({ items: z.array(z.object({ id: z.string(), content: z.string() })) });

function memory(settings = '', options: { readonly terminal?: boolean } = {}): RalphIn {
  const ralph = ralphInTemporaryFolder(options);
  const yaml = `learning:\n  mcp_context:\n    embeddings: { provider: none }\n${settings}`;
  writeFileSync(path.join(ralph.root, 'ralph.yaml'), yaml);
  return ralph;
}

async function add(ralph: RalphIn, ...words: string[]): Promise<string> {
  return stored.parse(await ralph.json('context', 'add', ...words)).id;
}

function call(ralph: RalphIn, tool: string, input: object): Promise<string> {
  return ralph.text('tool', 'call', tool, '--json', JSON.stringify(input));
}

async function search(ralph: RalphIn, ...words: string[]) {
  return found.parse(await ralph.json('context', 'search', ...words)).items;
}

describe('ralph context', () => {
  it('adds, finds, shows and explains', async () => {
    const ralph = memory();
    const id = await add(ralph, 'Run migrations before integration tests.', '--tag', 'db');
    await add(ralph, 'The hero image of the landing page is blue.');
    expect((await search(ralph, 'integration', 'migrations')).map((item) => item.id)).toEqual([id]);
    expect(await ralph.text('context', 'search', 'cheesecake')).toBe('Nothing fits.');
    expect(await ralph.text('context', 'show', id)).toContain('usefulness: 0.5 by feedback');
    expect(await ralph.json('context', 'show', id)).toMatchObject({ tags: ['db'], source: 'user' });
    expect(await ralph.text('context', 'explain', 'migrations')).toMatch(
      /relevance [\d.]+; .*recency [\d.]+.*\nConsidered 1; left out: 0 below threshold/s,
    );
    expect(await ralph.error('context', 'show', 'ctx_none')).toContain('There is no context item');
  });

  it('explains within the width of a terminal', async () => {
    const ralph = memory('', { terminal: true });
    await add(ralph, `Run migrations before integration tests${', and again'.repeat(10)}.`);
    const lines = (await ralph.text('context', 'explain', 'migrations')).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join(' ')).toMatch(/relevance .* fit [\d.]+ Considered/);
  });

  it('brings back bytes and search results from an archive', async () => {
    const ralph = memory();
    const text = `The upload retries three times. ${'Then it gives up with E_UPLOAD. '.repeat(40)}`;
    const id = await add(ralph, text, '--type', 'output');
    await add(ralph, 'A skill stays where it is.');
    const [bytes, results] = [await ralph.text('context', 'export'), await search(ralph, 'upload')];
    const archived = await ralph.text('context', 'archive', '--all');
    expect(archived).toMatch(/Archived 1 items in \d{4}-\d{2}-\d{2}\.jsonl/);
    const [shrunk] = await search(ralph, 'upload');
    expect(shrunk?.content.length).toBeLessThan(text.length / 2);
    expect(await ralph.json('context', 'show', id)).toMatchObject({ content: text });
    expect(await ralph.text('context', 'restore')).toBe('Restored 1 item.');
    expect(await ralph.text('context', 'export')).toBe(bytes);
    expect(await search(ralph, 'upload')).toEqual(results);
  });

  it('exports and imports without loss', async () => {
    const [here, there] = [memory(), memory()];
    const id = await add(here, 'ETIMEDOUT from the registry', '--type', 'error');
    await add(here, 'Use the mirror.', '--type', 'output', '--fixes', id);
    await call(here, 'mark_useful', { item_id: id, helpful: true });
    const result = { iteration: 7, summary: 'Tests pass again.', success: true };
    await call(here, 'store_iteration_result', result);
    await here.text('context', 'archive', id);
    const file = path.join(here.root, 'memory.jsonl');
    await here.text('context', 'export', '--out', file);
    expect(await there.json('context', 'import', file)).toMatchObject({ imported: 3, skipped: 0 });
    expect(await there.text('context', 'export')).toBe(readFileSync(file, 'utf8').trimEnd());
    expect(await search(there, 'registry')).toEqual(await search(here, 'registry'));
    expect(await there.json('context', 'import', file)).toMatchObject({ imported: 0, skipped: 3 });
  });

  it('imports nothing of a file with a broken line, and says which', async () => {
    const ralph = memory();
    await add(ralph, 'One thing.');
    const file = path.join(ralph.root, 'memory.jsonl');
    await ralph.text('context', 'export', '--out', file);
    const other = memory();
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"item":{"id":1}}\n`);
    expect(await other.error('context', 'import', file)).toMatch(/line 3: .+/);
    expect(await other.json('context', 'stats')).toMatchObject({ total_items: 0 });
    expect(await other.error('context', 'import', 'none.jsonl')).toContain('There is no file');
  });

  it('summarizes, prunes and reindexes', async () => {
    const ralph = memory();
    const id = await add(ralph, 'A note nobody needs.', '--type', 'output');
    for (const reason of ['wrong', 'still wrong']) {
      await call(ralph, 'mark_useful', { item_id: id, helpful: false, reason });
    }
    const more = await add(ralph, 'Another note that is fine.', '--type', 'output');
    expect(await ralph.json('context', 'prune')).toEqual({
      pruned_count: 1,
      protected_count: 0,
      threshold: 0.3,
    });
    expect(await ralph.json('context', 'prune', '--min-score', '1')).toMatchObject({
      pruned_count: 0,
      threshold: 0.3,
    });
    expect(await ralph.json('context', 'reindex')).toMatchObject({ indexed: 1 });
    expect((await search(ralph, 'another', 'note', 'fine')).map((item) => item.id)).toEqual([more]);
    expect(await ralph.json('context', 'summarize', '--older-than', '0')).toMatchObject({
      summarized_count: 0,
    });
    expect(await ralph.json('context', 'restore', id)).toEqual({ restored: [id] });
  });

  it('says that it is turned off', async () => {
    const ralph = memory();
    writeFileSync(path.join(ralph.root, 'ralph.yaml'), 'learning: { enabled: false }\n');
    expect(await ralph.error('context', 'add', 'x y z')).toContain('turned off');
    expect(await search(ralph, 'anything')).toEqual([]);
  });
});
