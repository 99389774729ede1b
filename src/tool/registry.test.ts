import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolsFor } from './define-tool.ts';
import { annotationsOf, type Effect } from './effect.ts';
import { registryFingerprint } from './fingerprint.ts';
import { createRegistry, listedTool } from './registry.ts';

const defineTool = toolsFor<undefined>('loop');

function tool(
  name: string,
  options: { description?: string; aliases?: string[]; effect?: Effect } = {},
) {
  return defineTool({
    name,
    title: name,
    description: options.description ?? 'Does it.',
    category: 'test',
    effect: options.effect ?? 'read',
    ...(options.aliases && { aliases: options.aliases }),
    input: z.strictObject({ limit: z.int().default(5).describe('How many.') }),
    output: z.strictObject({ done: z.boolean().default(true) }),
    handler: async () => ({}),
  }).bind(() => undefined);
}

describe('createRegistry', () => {
  it.each(['Run', 'ralph.run', 'a'.repeat(41), '', '9lives', 'run-now'])(
    'refuses the name %j',
    (name) => {
      expect(() => createRegistry([tool(name)])).toThrow('breaks the rule');
    },
  );

  it('refuses a name or alias that is taken', () => {
    expect(() => createRegistry([tool('a'), tool('a')])).toThrow('two tools are called "a"');
    expect(() => createRegistry([tool('a'), tool('b', { aliases: ['a'] })])).toThrow('"a"');
  });

  it('refuses a description that clients would cut', () => {
    expect(() => createRegistry([tool('a', { description: 'x'.repeat(2_049) })])).toThrow('2048');
  });

  it('lists by toolset and finds by alias', () => {
    const registry = createRegistry([tool('run_it', { aliases: ['run.it'] })]);
    expect(registry.list({ toolsets: ['loop'] })).toHaveLength(1);
    expect(registry.list({ toolsets: ['catalog'] })).toEqual([]);
    expect(registry.get('run.it')?.name).toBe('run_it');
  });
});

describe('the listing', () => {
  it('refuses unknown fields and lets a caller leave out what has a default', () => {
    expect(listedTool(tool('a'))).toMatchObject({
      inputSchema: {
        type: 'object',
        properties: { limit: { type: 'integer', default: 5, description: 'How many.' } },
        additionalProperties: false,
      },
      outputSchema: { required: ['done'] },
    });
    expect(listedTool(tool('a')).inputSchema).not.toHaveProperty('required');
  });

  it('derives annotations from the effect', () => {
    const hints = Object.entries(annotationsOf).map(([effect, a]) => [
      effect,
      a.readOnlyHint,
      a.destructiveHint,
      a.idempotentHint,
    ]);
    expect(hints).toEqual([
      ['read', true, false, true],
      ['create', false, false, false],
      ['update', false, false, true],
      ['delete', false, true, true],
      ['execute', false, true, false],
    ]);
  });
});

describe('the fingerprint', () => {
  it('is the same for the same tools and changes with anything a client sees', () => {
    const of = (...tools: ReturnType<typeof tool>[]) => registryFingerprint(tools);
    expect(of(tool('a'))).toBe(of(tool('a')));
    expect(of(tool('a'))).not.toBe(of(tool('b')));
    expect(of(tool('a'))).not.toBe(of(tool('a', { description: 'Other.' })));
    expect(of(tool('a'))).not.toBe(of(tool('a', { effect: 'delete' })));
    expect(of(tool('a', { aliases: ['x'] }))).toBe(of(tool('a')));
  });
});
