import { expect, it, vi } from 'vitest';
import type { ServerPool } from '../connections/server-pool.ts';
import { openCatalog, rawTool } from '../testing/catalog-fixture.ts';
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

it('tools of a server that is configured no longer are gone at once, and back with it', async () => {
  let configured = new Set(['mail', 'files']);
  const { call, list } = await openCatalog({ servers: async () => configured });
  await list('mail', [rawTool('send', 'Sends a mail.')]);
  await list('files', [rawTool('read', 'Reads a file.')]);
  const seen = async () => {
    const shown = [];
    for (const [name, input] of [
      ['catalog_hot', {}],
      ['catalog_tools', {}],
      ['catalog_search', { query: 'sends a mail' }],
      ['catalog_schema', { tool: 'mail/send' }],
    ] as const)
      shown.push(JSON.stringify(await call(name, input)).includes('Sends a mail'));
    return shown;
  };
  expect(await seen()).toEqual([true, true, true, true]);
  configured = new Set(['files']);
  await vi.waitFor(async () => expect(await seen()).toEqual([false, false, false, false]));
  configured = new Set(['mail', 'files']);
  await vi.waitFor(async () => expect(await seen()).toEqual([true, true, true, true]));
});

it('a server that never stops telling of changes is not asked without end', async () => {
  const listeners = new Set<(server: string) => void>();
  let asked = 0;
  const real = testPool([rawServer('raw')]);
  const pool: ServerPool = {
    ...real,
    async listTools(server, options) {
      asked++;
      // As one does that takes the question itself for a change.
      setImmediate(() => {
        for (const tell of listeners) tell(server);
      });
      return real.listTools(server, options);
    },
    onListChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { services } = await openCatalog({ services: { pool: async () => pool } });
  const stop = await followListChanges(services);
  for (let n = 0; n < 200; n++) for (const tell of listeners) tell('raw');
  await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(3), { timeout: 20_000 });
  await stop();
  // Once for all the notes at the start, then once after each pause, and the pauses grow.
  expect(asked).toBeLessThanOrEqual(4);
});
