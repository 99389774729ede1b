import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deferredTools } from './deferred-tools.ts';
import { toolDataOf, toolsFor } from './define-tool.ts';
import { createRegistry, listedTool } from './registry.ts';
import { callFreely } from './testing/call-freely.ts';
import type { Tool } from './tool.ts';

const definition = toolsFor<{ greeting: string }>('loop')({
  name: 'greet',
  title: 'Greet',
  description: 'Says hello.',
  category: 'test',
  effect: 'read',
  aliases: ['hello'],
  limits: { text: 100 },
  input: z.strictObject({ whom: z.string() }),
  output: z.strictObject({ text: z.string() }),
  handler: async ({ whom }, { services }) => ({ text: `${services.greeting}, ${whom}` }),
});
const bound = definition.bind(() => ({ greeting: 'Hello' }));

function deferred(load: () => Promise<readonly Tool[]>) {
  const tools = deferredTools([toolDataOf(definition)], load);
  const registry = createRegistry(tools);
  const caller = { author: 'tester', via: 'cli', session: null } as const;
  return {
    tools,
    greet: (input: object) => callFreely(registry, { name: 'hello', input }, caller),
  };
}

describe('deferredTools', () => {
  it('say all that the tools say, and load nothing for it', () => {
    const { tools } = deferred(() => Promise.reject(new Error('loaded')));
    expect(tools.map(listedTool)).toEqual([listedTool(bound)]);
    expect(tools[0]).toMatchObject({ limits: bound.limits, aliases: ['hello'], category: 'test' });
  });

  it('run the tool itself, loaded once', async () => {
    let loads = 0;
    const { greet } = deferred(async () => {
      loads++;
      return [bound];
    });
    const [ada, bob] = await Promise.all([greet({ whom: 'Ada' }), greet({ whom: 'Bob' })]);
    expect(ada).toMatchObject({ ok: true, structured: { text: 'Hello, Ada' } });
    expect(bob).toMatchObject({ ok: true, structured: { text: 'Hello, Bob' } });
    expect(await greet({ who: 'Ada' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument', message: expect.stringContaining('whom: is missing') },
    });
    expect(loads).toBe(1);
  });

  it('try again when loading failed', async () => {
    const loads = [Promise.reject(new Error('too many open files')), Promise.resolve([bound])];
    const { greet } = deferred(() => loads.shift() ?? Promise.resolve([]));
    await expect(greet({ whom: 'Ada' })).rejects.toThrow('too many open files');
    expect(await greet({ whom: 'Ada' })).toMatchObject({ ok: true });
  });

  it('say so when a tool is listed and not defined', async () => {
    await expect(deferred(async () => []).greet({})).rejects.toThrow('listed and not defined');
  });
});
