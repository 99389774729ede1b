import { describe, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { listAllTools } from './list-tools.ts';

/** A greeted server that answers `tools/list` as the test says. */
function connectionTo(answer: (cursor: unknown, timeout: number) => unknown): Connection {
  return {
    protocolVersion: '2025-11-25',
    serverInfo: {},
    instructions: undefined,
    isModern: false,
    hasTools: true,
    closed: new Promise(() => undefined),
    request: async (_, params, options) => Object(answer(params.cursor, options.timeout ?? 0)),
    call: () => Promise.reject(new Error('not asked for')),
    answers: async () => true,
    close: async () => undefined,
  };
}
const options = { signal: new AbortController().signal, timeout: 300 };

describe('the tools of a server', () => {
  it('are taken where it writes null for what it has not', async () => {
    const tools = [{ name: 'a', description: null, inputSchema: null, title: null }];
    const listed = await listAllTools(
      connectionTo(() => ({ tools, nextCursor: null })),
      options,
    );
    expect(listed).toMatchObject({ tools, rejected: [] });
  });

  it('are asked for within the time of one call, however many pages it makes of them', async () => {
    let page = 0;
    const endless = connectionTo(async (_, timeout) => {
      await new Promise((wake) => setTimeout(wake, 40));
      if (timeout < 40) throw new Error('out of time');
      return { tools: [], nextCursor: `page ${page++}` };
    });
    await expect(listAllTools(endless, options)).rejects.toThrow('out of time');
    expect(page).toBeLessThan(10);
  });

  it('end where a cursor comes again', async () => {
    let page = 0;
    const circle = connectionTo(() => ({ tools: [{ name: `t${page++}` }], nextCursor: 'same' }));
    expect((await listAllTools(circle, options)).tools).toHaveLength(2);
  });

  it('lose only the one that is nested without end', async () => {
    const text = `${'{"properties":{"a":'.repeat(6_000)}{}${'}}'.repeat(6_000)}`;
    const tools = [{ name: 'deep', inputSchema: JSON.parse(text) }, { name: 'flat' }];
    const listed = await listAllTools(
      connectionTo(() => ({ tools })),
      options,
    );
    expect(listed.tools).toEqual([{ name: 'flat' }]);
    expect(listed.rejected).toEqual([
      { name: 'deep', reason: expect.stringContaining('levels deep') },
    ]);
  });

  it('are refused in plain words where they are no list', async () => {
    const broken = connectionTo(() => ({ tools: 'lots' }));
    await expect(listAllTools(broken, options)).rejects.toThrow('no list of tools');
  });
});
