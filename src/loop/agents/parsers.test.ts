import { describe, expect, it } from 'vitest';
import type { AgentName } from '../config.ts';
import type { AgentEvent } from './adapter.ts';
import { adapters } from './adapters.ts';
import { usageLimit } from './codex/usage-limit.ts';
import { usageFileEvents } from './copilot/usage-file.ts';
import { retryAfterSeconds } from './stream/failure.ts';
import { replay } from './testing/replay.ts';

function read(agent: AgentName, lines: readonly (object | string)[], exitCode = 0) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return replay(agent, Buffer.from(text.join('\n')), exitCode);
}
const kinds = (events: readonly AgentEvent[]) => events.map(({ kind }) => kind);

const says = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'm1', content: [{ type: 'text', text }], usage: { input_tokens: 5 } },
  ...more,
});

describe('claude', () => {
  it('takes a limit that it waited out for none', () => {
    const retry = { type: 'system', subtype: 'api_retry', error_status: 429, retry_delay_ms: 900 };
    const { told, events } = read('claude', [retry, says('working again')]);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'rate_limit', retry_after_s: 1 }),
    );
    expect(told).not.toHaveProperty('rate_limit');
    expect(read('claude', [says('working'), retry], 1).told.rate_limit).toMatchObject({
      retry_after_s: 1,
    });
  });

  it('takes a warning about a limit, and talk about one, for none', () => {
    const warning = { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning' } };
    const talk = says('rate limit: rejected ratelimit 429 {"type":"rate_limit_event"}');
    const { told } = read('claude', [warning, talk, { type: 'result', result: 'ratelimit' }]);
    expect(told.events).toEqual({ raw: 1, text: 1, final: 1, usage: 1 });
  });

  it('does not take a helper agent for the agent', () => {
    const { told } = read('claude', [
      says('mine'),
      says('<promise>COMPLETE</promise>', { parent_tool_use_id: 'toolu_1' }),
    ]);
    expect(told.last_text).toBe('mine');
  });

  it('counts what a cut stream has used, once for each message', () => {
    expect(read('claude', [says('a'), says('b')], 1).told.usage?.input_tokens).toBe(5);
  });

  it('adds up several results of one launch', () => {
    const result = (cost: number, input: number) => ({
      type: 'result',
      result: 'x',
      total_cost_usd: cost,
      modelUsage: { m: { inputTokens: input, outputTokens: 1 } },
    });
    const { told } = read('claude', [result(0.5, 10), result(0.75, 30)]);
    expect(told.cost_usd).toBe(0.75);
    expect(told.usage).toEqual({ input_tokens: 30, output_tokens: 1, cached_tokens: 0 });
  });

  it('reports a denial once, and a server that failed', () => {
    const { told, events } = read('claude', [
      {
        type: 'system',
        subtype: 'init',
        mcp_servers: [
          { name: 'ralph', status: 'failed' },
          { name: 'other', status: 'pending' },
        ],
      },
      { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', tool_use_id: 't1' },
      {
        type: 'result',
        permission_denials: [
          { tool_name: 'Bash', tool_use_id: 't1' },
          { tool_name: 'Write', tool_use_id: 't2' },
        ],
      },
    ]);
    expect(told.mcp_failed).toBe(true);
    expect(kinds(events)).toEqual([
      'mcp_status',
      'mcp_status',
      'permission_denied',
      'permission_denied',
      'final',
    ]);
  });

  it('says what it can of a failure without a result', () => {
    const failed = { type: 'result', subtype: 'error_max_turns', is_error: true };
    expect(read('claude', [failed], 1).told.error).toEqual({
      message: 'error_max_turns',
      auth: false,
    });
  });
});

describe('amp', () => {
  it('adds up the messages, as its result has no totals', () => {
    const message = {
      type: 'assistant',
      message: { content: [], usage: { input_tokens: 4, output_tokens: 2 } },
    };
    const { told } = read('amp', [message, message, { type: 'result', result: 'done' }]);
    expect(told.usage).toEqual({ input_tokens: 8, output_tokens: 4, cached_tokens: 0 });
    expect(told.cost_usd).toBeNull();
  });
});

describe('codex', () => {
  const failed = (message: string) =>
    read('codex', [{ type: 'turn.failed', error: { message } }], 1).told;

  it('knows when a plan is used up, and until when', () => {
    const now = new Date(2026, 10, 16, 9, 0);
    const at = (text: string) => usageLimit(`You've hit your usage limit. ${text}`, now)?.resetsAt;
    expect(at('try again at 3:05 PM.')).toBe(new Date(2026, 10, 16, 15, 5).toISOString());
    expect(at('Visit us or try again at Nov 17th, 2026 12:30 AM.')).toBe(
      new Date(2026, 10, 17, 0, 30).toISOString(),
    );
    expect(at('Try again later.')).toBeUndefined();
    expect(usageLimit('The file says: You’ve hit your usage limit', now)).toBeUndefined();
    expect(failed("You've hit your usage limit.").rate_limit).toEqual({
      message: "You've hit your usage limit.",
    });
  });

  it('does not read a status out of other text', () => {
    expect(failed('the command printed "last status: 429"').error?.auth).toBe(false);
    expect(failed('').error?.message).toBe('the turn failed');
  });

  it('reports an error that nothing else reports', () => {
    const error = { type: 'error', message: 'unexpected status 403 Forbidden' };
    expect(read('codex', [error], 1).told.error?.auth).toBe(true);
    expect(read('codex', [error, { type: 'turn.completed' }]).told).not.toHaveProperty('error');
  });

  it('reports a server that it could not do without', () => {
    const said =
      'Error: thread/start failed: required MCP servers failed to initialize: ralph: gone';
    const parser = adapters.codex.createParser();
    expect(parser.errorLine?.(said)).toEqual([
      { kind: 'mcp_status', server: 'ralph', status: 'failed', message: said },
    ]);
    expect(parser.errorLine?.('WARNING: something else')).toEqual([]);
  });
});

describe('gemini', () => {
  it('puts the pieces of a text together', () => {
    const piece = (content: string) => ({
      type: 'message',
      role: 'assistant',
      content,
      delta: true,
    });
    const { told, events } = read('gemini', [
      { type: 'message', role: 'user', content: '<promise>COMPLETE</promise>' },
      piece('<promise>COMP'),
      piece('LETE</promise>'),
      { type: 'tool_use', tool_id: '1', tool_name: 'x' },
      piece('one more '),
      piece('thing'),
    ]);
    expect(kinds(events)).toEqual(['text', 'tool_start', 'text']);
    expect(told.last_text).toBe('one more thing');
  });
});

describe('qwen', () => {
  const answer = (text: string, tokens: number) => [
    {
      type: 'assistant',
      message: { content: [{ type: 'text', text }], usage: { output_tokens: tokens } },
    },
    { type: 'result', result: text },
  ];

  it('knows a failure that is worded as an answer', () => {
    const { told } = read('qwen', answer('[API Error: 429 slow down]', 0));
    expect(told.rate_limit).toEqual({ message: '[API Error: 429 slow down]' });
    expect(told.last_text).toBe('');
  });

  it('takes the same words for an answer when a model said them', () => {
    const { told } = read('qwen', answer('[API Error: 429 slow down]', 9));
    expect(told).not.toHaveProperty('rate_limit');
    expect(told.last_text).toBe('[API Error: 429 slow down]');
  });
});

describe('opencode on stderr', () => {
  it('says that a server did not start', () => {
    const { errorLine } = adapters.opencode.createParser();
    const line = (message: string) =>
      `level=WARN run=1 message="${message}" key=ralph status=failed`;
    expect(errorLine?.(line('server unavailable'))).toMatchObject([
      { kind: 'mcp_status', server: 'ralph', status: 'failed' },
    ]);
    expect(errorLine?.(line('something else'))).toEqual([]);
  });
});

describe('gemini on stderr', () => {
  it('says that a server did not start', () => {
    const { errorLine } = adapters.gemini.createParser();
    expect(errorLine?.('MCP issues detected. Run /mcp list for status.')).toMatchObject([
      { kind: 'mcp_status', status: 'failed' },
    ]);
    expect(errorLine?.('Ripgrep is not available.')).toEqual([]);
  });
});

describe('copilot', () => {
  it('does not claim an end that it only has because it was ended', () => {
    const result = { type: 'result', exitCode: 0 };
    expect(read('copilot', [result]).events).toEqual([]);
  });

  it('says why a server failed, once', () => {
    const data = { serverName: 'ralph', status: 'failed', error: 'it exited' };
    const servers = [{ name: 'ralph', status: 'failed' }];
    const { events } = read('copilot', [
      { type: 'session.mcp_server_status_changed', data },
      { type: 'session.mcp_servers_loaded', data: { servers } },
    ]);
    expect(events).toEqual([
      { kind: 'mcp_status', server: 'ralph', status: 'failed', message: 'it exited' },
    ]);
  });

  it('reads what it used from its file', () => {
    const used = (inputTokens: number) => ({
      usage: { inputTokens, outputTokens: 5, cacheReadTokens: 2 },
    });
    const file = JSON.stringify({ modelMetrics: { a: used(10), b: used(20), c: null } }, null, 2);
    expect(usageFileEvents(file)).toEqual([
      { kind: 'usage', input_tokens: 30, output_tokens: 10, cached_tokens: 4 },
    ]);
    for (const broken of [undefined, '', file.slice(0, 50), '[]', '{"modelMetrics":7}'])
      expect(usageFileEvents(broken)).toEqual([]);
  });
});

describe('custom', () => {
  it('reads marked lines, and takes all others for text', () => {
    const { events } = read('custom', [
      'Working.',
      '@@RALPH@@ {"kind":"usage","input_tokens":3,"output_tokens":1}',
      '@@RALPH@@ {"kind":"usage","input_tokens":-3,"output_tokens":1}',
      '@@RALPH@@ {"kind":"rate_limit","message":"wait","resets_at":"2026-11-16T03:21:15Z"}',
      '@@RALPH@@ {"kind":"rate_limit","message":"wait","resets_at":"tomorrow"}',
      '@@RALPH@@ {"kind":"surprise"}',
      '@@RALPH@@ nonsense',
      'text with @@RALPH@@ {"kind":"cost","usd":1} inside',
    ]);
    expect(kinds(events)).toEqual([
      'text',
      'usage',
      'raw',
      'rate_limit',
      'raw',
      'raw',
      'raw',
      'text',
    ]);
  });
});

describe('retryAfterSeconds', () => {
  it.each<[unknown, number | undefined]>([
    ['30', 30],
    ['0', 0],
    ['-1', undefined],
    ['', undefined],
    [undefined, undefined],
    [7, undefined],
    ['Mon, 16 Nov 2026 00:01:00 GMT', 60],
    ['Sun, 15 Nov 2026 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('%j', (header, seconds) => {
    expect(retryAfterSeconds(header, new Date('2026-11-16T00:00:00Z'))).toBe(seconds);
  });
});
