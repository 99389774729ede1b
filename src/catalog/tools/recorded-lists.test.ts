import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RawTool } from '../connections/list-tools.ts';
import { openCatalog } from '../testing/catalog-fixture.ts';

const folder = path.resolve(import.meta.dirname, '../../../test/fixtures/catalog/toollists');
const lists = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { tools } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    return { server: path.basename(file, '.json'), tools: tools as RawTool[] };
  });

const rows = z.looseObject({ tools: z.array(z.looseObject({ tool: z.string() })) });

async function openRecorded() {
  const fixture = await openCatalog();
  for (const { server, tools } of lists) await fixture.list(server, tools);
  const ask = async (name: string, input: object) => {
    const outcome = await fixture.call(name, input);
    if (!outcome.ok) throw new Error(outcome.error.message);
    return rows.parse(outcome.structured).tools;
  };
  return { ...fixture, ask };
}

describe('what real servers listed', () => {
  it('is all known, with schemas as they were sent', async () => {
    const { ask, catalog } = await openRecorded();
    const { tools } = await catalog.snapshot();
    expect(tools).toHaveLength(lists.reduce((sum, list) => sum + list.tools.length, 0));
    let whole = 0;
    for (const { server, tools: sent } of lists) {
      for (const { name, inputSchema } of sent) {
        const [schema] = await ask('catalog_schema', { tool: `${server}/${name}` });
        if (schema?.partial === true) continue;
        expect(schema?.parameters).toEqual(inputSchema);
        whole++;
      }
    }
    expect(whole / tools.length).toBeGreaterThan(0.9);
  });

  it('is not taken for an attack', async () => {
    const { catalog } = await openRecorded();
    const { everyTool } = await catalog.snapshot();
    expect(everyTool.filter(({ quarantine }) => quarantine !== null)).toEqual([]);
  });

  it.each([
    ['take a screenshot of the page', ['chrome-devtools-mcp', 'playwright__mcp']],
    ['search the web for news', ['tavily-mcp']],
    ['documentation of a library', ['upstash__context7-mcp']],
    ['lint files', ['eslint__mcp']],
    ['download the images of a figma design', ['figma-developer-mcp']],
  ])('answers "%s" by words alone', async (query, expected) => {
    const { ask } = await openRecorded();
    const [first] = await ask('catalog_search', { query });
    expect(expected).toContain(first?.tool.split('/')[0]);
  });
});
