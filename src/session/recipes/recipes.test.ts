import { describe, expect, it } from 'vitest';
import { sessionProject } from '../testing/session-project.ts';
import { recipeNames, recipes } from './recipes.ts';

const memory = [
  'get_relevant_context',
  'get_iteration_history',
  'get_skills',
  'store_context',
  'mark_useful',
];
const catalog = [
  'catalog_hot',
  'catalog_categories',
  'catalog_tools',
  'catalog_search',
  'catalog_schema',
  'catalog_call',
];

describe('the recipes', () => {
  it('are seven, each with a purpose', () => {
    expect(Object.keys(recipes)).toEqual([...recipeNames]);
    expect(recipeNames).toHaveLength(7);
    for (const { purpose } of Object.values(recipes)) expect(purpose).toMatch(/^[A-Z].*\.$/);
  });

  it('name tools that exist', async () => {
    const registry = await sessionProject().app.registry();
    const named = new Set(recipeNames.flatMap((name) => [...recipes[name].tools]));
    const missing = [...named].filter((tool) => registry.get(tool)?.name !== tool);
    expect(missing).toEqual([]);
  });

  it.each(recipeNames)('%s names each tool once, and closes with tools it has', (name) => {
    const { tools, closing } = recipes[name];
    expect(new Set(tools).size).toBe(tools.length);
    for (const tool of closing) expect(tools).toContain(tool);
  });

  it('limit fields to some that the tool has, with all that it requires', async () => {
    const registry = await sessionProject().app.registry();
    for (const { tools, fields = {} } of Object.values(recipes)) {
      for (const [tool, limit] of Object.entries(fields)) {
        expect(tools).toContain(tool);
        const { properties, required } = registry.get(tool)?.inputSchema ?? {};
        expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining([...limit]));
        expect(limit).toEqual(expect.arrayContaining(Array.isArray(required) ? required : []));
      }
    }
  });

  it('let a session delete nothing, unless another feature takes over all that it holds', async () => {
    const registry = await sessionProject().app.registry();
    const deletes = (name: string) => {
      const { destructiveHint, openWorldHint } = registry.get(name)?.annotations ?? {};
      return destructiveHint === true && openWorldHint === false;
    };
    expect(registry.list().filter(({ name }) => deletes(name)).length).toBeGreaterThan(3);
    const deleting = recipeNames.flatMap((name) => recipes[name].tools.filter(deletes));
    expect([...new Set(deleting)]).toEqual(['merge_features']);
  });

  it.each(['braindump', 'yap', 'ramble', 'discuss'] as const)(
    '%s is a conversation: no memory, no catalog',
    (name) => {
      const none = [...memory, ...catalog];
      expect(recipes[name].tools.filter((tool) => none.includes(tool))).toEqual([]);
    },
  );
});
