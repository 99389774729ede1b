import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolError, UserError } from '../base/errors.ts';
import { toolsFor } from './define-tool.ts';
import { allowAll, invokeTool, type ToolPolicy } from './invoke-tool.ts';
import { createRegistry } from './registry.ts';
import type { CallContext } from './tool.ts';

interface Notes {
  readonly notes: readonly string[];
}

const defineTool = toolsFor<Notes>('project');

const getNote = defineTool({
  name: 'get_note',
  title: 'Get note',
  description: 'One note by its place.',
  category: 'note',
  effect: 'read',
  aliases: ['notes.get'],
  input: z.strictObject({ index: z.int().min(0), loud: z.boolean().default(false) }),
  output: z.strictObject({ text: z.string() }),
  async handler({ index, loud }, { services }) {
    const text = services.notes[index];
    if (text === undefined)
      throw new ToolError('not_found', `No note ${index}.`, { hint: 'List.' });
    return { text: loud ? text.toUpperCase() : text };
  },
  render: ({ text }) => text,
});

const failing = (thrown: unknown) =>
  defineTool({
    name: 'fail',
    title: 'Fail',
    description: 'Fails.',
    category: 'note',
    effect: 'execute',
    input: z.strictObject({}),
    output: z.strictObject({}),
    handler: () => Promise.reject(thrown),
  });

const lying = defineTool({
  name: 'lie',
  title: 'Lie',
  description: 'Answers with something else than it promised.',
  category: 'note',
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ count: z.number() }),
  handler: async () => JSON.parse('{"count":"many"}'),
});

function context(signal = new AbortController().signal): CallContext {
  return {
    caller: { author: 'tester', via: 'cli', session: null },
    signal,
    client: {},
    progress: () => {},
  };
}

function door(options: { policy?: ToolPolicy; signal?: AbortSignal; thrown?: unknown } = {}) {
  const services = () => ({ notes: ['first', 'second'] });
  const registry = createRegistry([
    getNote.bind(services),
    lying.bind(services),
    failing(options.thrown ?? new Error('boom')).bind(services),
  ]);
  const bugs: unknown[] = [];
  const call = (name: string, input: unknown) =>
    invokeTool({
      registry,
      policy: options.policy ?? allowAll,
      name,
      input,
      context: context(options.signal),
      onBug: (thrown) => bugs.push(thrown),
    });
  return { call, bugs };
}

describe('invokeTool', () => {
  it('answers with structured content and its text', async () => {
    const outcome = await door().call('get_note', { index: 1 });
    expect(outcome).toMatchObject({ ok: true, structured: { text: 'second' }, text: 'second' });
  });

  it('accepts an alias and fills in defaults', async () => {
    const outcome = await door().call('notes.get', { index: 0, loud: true });
    expect(outcome).toMatchObject({ ok: true, text: 'FIRST' });
  });

  it.each([
    ['a wrong type', { index: 'one' }, 'index'],
    ['a missing field', {}, 'index'],
    ['an unknown field', { index: 0, colour: 'red' }, 'colour'],
    ['no object at all', 'index', ''],
    ['a list', [1], ''],
  ])('refuses %s as invalid_argument and names the field', async (_, input, field) => {
    const outcome = await door().call('get_note', input);
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument', details: [{ field }] },
    });
    expect(outcome.ok || outcome.error.hint).toContain('index, loud');
  });

  it('takes a missing input as an empty one', async () => {
    expect(await door().call('get_note', undefined)).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument' },
    });
  });

  it('suggests the tool that was meant', async () => {
    const outcome = await door().call('get_notes', {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(outcome.ok || outcome.error.message).toContain('Did you mean "get_note"?');
  });

  it('asks the policy before it looks at the input', async () => {
    const policy: ToolPolicy = {
      check: (tool) => ({
        allowed: false,
        message: `${tool.name} is not part of recipe "docs".`,
        hint: 'Use list_notes.',
      }),
    };
    expect(await door({ policy }).call('get_note', { wrong: true })).toEqual({
      ok: false,
      error: {
        code: 'not_allowed',
        message: 'get_note is not part of recipe "docs".',
        details: [],
        hint: 'Use list_notes.',
      },
    });
  });

  it('passes on refusals with their code, and a user error with its hint', async () => {
    const refused = await door({
      thrown: new ToolError('conflict', 'Held.', { hint: 'Wait.', logPath: 'a.log' }),
    }).call('fail', {});
    expect(refused).toMatchObject({ error: { code: 'conflict', log_path: 'a.log' } });
    const user = await door({ thrown: new UserError('Full.', { hint: 'Free space.' }) }).call(
      'fail',
      {},
    );
    expect(user).toMatchObject({ error: { code: 'execution_failed', hint: 'Free space.' } });
  });

  it('keeps the text of a bug from the caller and reports it', async () => {
    const { call, bugs } = door({ thrown: new Error('secret path') });
    const outcome = await call('fail', {});
    expect(JSON.stringify(outcome)).not.toContain('secret path');
    expect(bugs).toEqual([new Error('secret path')]);
  });

  it('calls an answer that breaks its own schema a bug', async () => {
    const { call, bugs } = door();
    expect(await call('lie', {})).toMatchObject({ ok: false, error: { code: 'execution_failed' } });
    expect(bugs).toHaveLength(1);
  });

  it('quotes what was sent only in part, however much that was', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`wrong_${n}`, n]));
    for (const input of [many, { ['x'.repeat(1_000_000)]: 1 }]) {
      const outcome = await door().call('get_note', input);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
      expect(JSON.stringify(outcome).length).toBeLessThan(20_000);
    }
  });

  it('says that a cancelled call was cancelled', async () => {
    const { call, bugs } = door({ signal: AbortSignal.abort() });
    const outcome = await call('fail', {});
    expect(outcome.ok || outcome.error.message).toBe('fail was cancelled.');
    expect(bugs).toEqual([]);
  });
});
