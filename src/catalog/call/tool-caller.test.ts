import { beforeAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../base/errors.ts';
import type { CallContext, ClientPort, ElicitAnswer } from '../../tool/tool.ts';
import { createServerPool } from '../connections/server-pool.ts';
import { quiet, rawServer } from '../testing/raw-servers.ts';
import type { CallableTool, RecordedCall } from './ports.ts';
import { createToolCaller, type ToolCaller } from './tool-caller.ts';

const limits = { text: 1_000, structured: 200 };
const recorded: RecordedCall[] = [];
const open = { inputSchema: { type: 'object' }, schemaHash: 'open', quarantined: null };
const echo = {
  ...open,
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1 } },
    required: ['text'],
    additionalProperties: false,
  },
  schemaHash: 'echo',
};
const known: Record<string, CallableTool> = {
  'a/echo': echo,
  'a/changed': { ...open, quarantined: 'its description changed' },
};
for (const tool of ['structured', 'fails', 'big', 'hang', 'ask', 'crash', 'malformed'])
  known[`a/${tool}`] = open;

let caller: ToolCaller;
beforeAll(() => {
  const pool = createServerPool({
    specs: [rawServer('a')],
    root: process.cwd(),
    env: process.env,
    logger: quiet,
    maxConnections: 2,
    idleStopMs: 60_000,
  });
  caller = createToolCaller({
    pool: async () => pool,
    definitions: {
      find: async (server, tool) => known[`${server}/${tool}`],
      similar: async () => ['a/echo'],
    },
    recorder: { record: (call) => void recorded.push(call) },
    rules: {
      async check(_, __, { author }) {
        if (author === 'stranger')
          throw new ToolError('not_allowed', 'Not for strangers.', { hint: 'Leave.' });
      },
    },
  });
  return () => pool.close();
});

function contextOf(client: ClientPort = {}, author = 'tester'): CallContext {
  return {
    caller: { author, via: 'mcp', session: null },
    signal: new AbortController().signal,
    client,
    progress: () => undefined,
  };
}
const call = (tool: string, args = {}, context = contextOf()) =>
  caller.call(tool, args, context, limits);

describe('calling a downstream tool', () => {
  it('answers with what the server sent and writes the call down', async () => {
    recorded.length = 0;
    const answer = await call('a::structured');
    expect(answer).toMatchObject({
      toolId: 'a/structured',
      content: [
        { type: 'text' },
        { uri: 'memo://1' },
        { type: 'text', text: '{"type":"future_block","payload":[1,2]}' },
      ],
      structured: { n: 1, deep: { list: [null, 'x'] } },
    });
    // Who the downstream server is would pass for who Ralph is.
    expect(answer.meta).toEqual({ 'example.com/trace': 'abc' });
    expect(recorded).toMatchObject([
      { server: 'a', tool: 'structured', ok: true, errorCode: null, sessionId: null },
    ]);
  });

  it.each([
    ['nonsense', {}, 'invalid_argument', 'is not the id of a tool'],
    ['a/ekho', {}, 'not_found', 'Did you mean a/echo?'],
    ['a/changed', {}, 'not_allowed', 'its description changed'],
    ['a/fails', {}, 'execution_failed', 'a/fails answered with an error: no such row'],
    ['a/crash', {}, 'execution_failed', 'exit code 7'],
  ])('refuses %s', async (tool, args, code, message) => {
    await expect(call(tool, args)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('checks arguments before anything is sent, and says what is wrong with each', async () => {
    recorded.length = 0;
    const refused = await call('a/echo', { txt: 'x', times: 'two' }).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'invalid_argument',
      details: [
        { field: 'text', message: 'is required' },
        { field: 'txt', message: 'is not a field. Did you mean "text"?' },
        { field: 'times', message: 'must be integer, not string' },
      ],
      hint: 'Fields: text (required), times. Correct the named ones and call again.',
    });
    expect(recorded).toEqual([]);
  });

  it('records failures with their code, and what was forbidden not at all', async () => {
    recorded.length = 0;
    await call('a/fails').catch(() => undefined);
    await call('a/echo', { text: 'x' }, contextOf({}, 'stranger')).catch(() => undefined);
    expect(recorded).toMatchObject([{ tool: 'fails', ok: false, errorCode: 'tool_error' }]);
  });

  it('cuts a long result and lets its owner read on to the end', async () => {
    const text = 'äöü'.repeat(500);
    const first = await call('a/echo', { text });
    expect(first.structured).toEqual({ next_cursor: expect.any(String), total_bytes: 3_000 });
    let read = String(first.content[0]?.text);
    let cursor = first.rest?.next_cursor;
    expect(() => caller.readOn(String(cursor), contextOf({}, 'other'), limits)).toThrow(
      'nothing to read on',
    );
    while (cursor) {
      const part = caller.readOn(cursor, contextOf(), limits);
      read += String(part.content[0]?.text);
      cursor = part.rest?.next_cursor ?? null;
    }
    expect(read).toBe(text);
  });
});

describe('a question of the server', () => {
  it('ends the request, and the next one brings the answer to the same call', async () => {
    const asked: string[] = [];
    const answers = new Map<string, ElicitAnswer>();
    const elicit: ClientPort['elicit'] = ({ key }) => {
      asked.push(key);
      const given = answers.get(key);
      return given ? Promise.resolve(given) : Promise.reject(new Error('waiting for the client'));
    };
    await expect(call('a/ask', {}, contextOf({ elicit }))).rejects.toThrow(
      'waiting for the client',
    );
    answers.set(String(asked[0]), { action: 'accept', content: { colour: 'blue' } });
    const answered = await call('a/ask', {}, contextOf({ elicit }));
    expect(JSON.parse(String(answered.content[0]?.text))).toEqual({
      action: 'accept',
      content: { colour: 'blue' },
    });
    expect(asked).toEqual([asked[0], asked[0]]);
  });

  it('says so when an answer is nested too deeply to be handed on', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const rest = `,"result":{"content":[],"structuredContent":${deep}}`;
    await expect(caller.call('a/malformed', { rest }, contextOf(), limits)).rejects.toMatchObject({
      code: 'execution_failed',
      message: expect.stringContaining('deeply'),
    });
  });
});
