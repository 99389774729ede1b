import { onTestFinished } from 'vitest';
import { startHttpFixture, tokenOf } from './http-fixture.ts';
import { scratchFolder } from './scratch-folder.ts';

export const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
});
export const listTools = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
export const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A server of the test's own, and the headers of those who may use it. */
export async function secured(options: Partial<Parameters<typeof startHttpFixture>[0]> = {}) {
  const root = options.root ?? scratchFolder();
  const server = await startHttpFixture({ root, ...options });
  onTestFinished(() => server.close());
  const bearer = (name = 'test') => ({ ...jsonHeaders, authorization: `Bearer ${tokenOf(name)}` });
  return { server, root, port: server.port, bearer };
}
