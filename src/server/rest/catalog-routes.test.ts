import { expect, it, onTestFinished } from 'vitest';
import { openCatalog, rawTool } from '../../catalog/testing/catalog-fixture.ts';
import { quiet } from '../../catalog/testing/raw-servers.ts';
import { catalogTools } from '../../catalog/tools.ts';
import { createRegistry } from '../../tool/registry.ts';
import { createCallTracker } from '../call-tracker.ts';
import { siteRules } from '../http/same-site.ts';
import { serveHttp } from '../http/serve-http.ts';
import { toolsetSurface } from '../surface.ts';
import { catalogRoutes } from './catalog-routes.ts';

async function serveCatalog() {
  const catalog = await openCatalog({ settings: { categories: { databases: ['pg'] } } });
  await catalog.list('pg', [
    rawTool('query', 'Run a SQL query.', { sql: 'The statement.' }),
    rawTool('dir/list tables', 'List the tables.'),
  ]);
  const surface = toolsetSurface({
    key: 'all',
    toolsets: ['catalog'],
    registry: createRegistry(catalogTools.map((tool) => tool.bind(() => catalog.services))),
    resources: [],
    prompts: [],
    caller: { author: 'client', via: 'mcp', session: null },
    logger: quiet,
  });
  const calls = createCallTracker();
  const server = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    routes: catalogRoutes({
      surfaceOf: async (key) => (key === 'all' ? surface : undefined),
      calls,
    }),
    site: siteRules({ host: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }),
    tokens: undefined,
    anonymous: { surfaceKey: 'all' },
    calls,
    logger: quiet,
  });
  onTestFinished(() => server.close(async () => {}));
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/tools/${path}`, init);
    return { status: response.status, body: await response.json() };
  };
}

it('serves each tier at its address', async () => {
  const get = await serveCatalog();
  expect(await get('hot')).toMatchObject({
    status: 200,
    body: { tier: 'hot', tools: [{ tool: 'pg/dir/list tables' }, { tool: 'pg/query' }] },
  });
  expect((await get('categories')).body).toMatchObject({
    categories: [{ category: 'databases', tool_count: 2 }],
  });
  expect((await get('category/databases?page=1&page_size=1')).body).toMatchObject({
    tier: 'tool_summaries',
    tools: [{ server: 'pg' }],
    pagination: { page: 1, page_size: 1, total_count: 2, total_pages: 2 },
  });
  expect((await get('pg/query')).body).toMatchObject({
    tier: 'full_schema',
    tool: 'pg/query',
    parameters: { required: ['sql'] },
  });
  expect((await get('pg/dir/list%20tables')).body).toMatchObject({ tool: 'pg/dir/list tables' });
  expect((await get('search?q=run%20a%20sql%20query&limit=1')).body).toMatchObject({
    tools: [{ tool: 'pg/query' }],
  });
});

it.each([
  ['nowhere', 404, 'not_found'],
  ['category/dattabases', 404, 'not_found'],
  ['pg/none', 404, 'not_found'],
  ['category/databases?page_size=many', 400, 'invalid_argument'],
  ['search?q=', 400, 'invalid_argument'],
  ['pg/%zz', 404, 'not_found'],
])('refuses %s with %i', async (path, status, code) => {
  const get = await serveCatalog();
  expect(await get(path)).toMatchObject({ status, body: { error: { code } } });
});

it('takes no other method', async () => {
  const get = await serveCatalog();
  expect(await get('hot', { method: 'POST' })).toMatchObject({ status: 405 });
});
