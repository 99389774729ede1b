import { expect, it, vi } from 'vitest';
import { openCatalog } from '../testing/catalog-fixture.ts';
import { plainCall, quiet, rawServer, testPool } from '../testing/raw-servers.ts';
import { listServers } from './list-servers.ts';
import { followListChanges, syncCatalog } from './sync.ts';

it('a sync reads what servers list, and a server that fails costs only itself', async () => {
  const pool = testPool([
    rawServer('good'),
    rawServer('dead', { flags: ['--die-at-start'] }),
    rawServer('off', { enabled: false }),
  ]);
  const { services, database, call } = await openCatalog({ services: { pool: async () => pool } });
  const { signal } = new AbortController();
  const report = await syncCatalog(services, { signal });
  expect(report.servers).toMatchObject([
    { server: 'dead', ok: false, error: expect.stringContaining('exit code 3') },
    { server: 'good', ok: true, added: expect.any(Number), changed: [] },
  ]);
  expect(JSON.stringify(report)).not.toContain('ghp_');
  const found = await call('catalog_search', { query: 'answers with what it was given' });
  expect(found).toMatchObject({ ok: true, structured: { tools: [{ tool: 'good/echo' }] } });

  const again = await syncCatalog(services, { signal });
  expect(again.servers[1]).toMatchObject({ added: 0, removed: 0, changed: [] });

  await pool.replace([rawServer('dead')]);
  expect(await syncCatalog(services, { servers: [], signal })).toMatchObject({ dropped: ['good'] });
  expect(await listServers(database.kysely)).toMatchObject([
    { server: 'dead', active: true, tools: 0 },
    { server: 'good', active: false },
  ]);
});

it('a server that says its tools changed is asked again, and the changed one set aside', async () => {
  const pool = testPool([rawServer('raw')], { logger: quiet });
  const { services, call } = await openCatalog({ services: { pool: async () => pool } });
  await syncCatalog(services, { signal: new AbortController().signal });
  const stop = await followListChanges(services);
  expect(await call('catalog_schema', { tool: 'raw/echo' })).toMatchObject({ ok: true });
  await pool.call('raw', 'change', {}, plainCall);
  await vi.waitFor(
    async () => {
      const outcome = await call('catalog_schema', { tool: 'raw/echo' });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    },
    { timeout: 10_000 },
  );
  await stop();
});
