import { describe, expect, it } from 'vitest';
import type { AgentName } from '../config.ts';
import { recordedStream, replay } from './testing/replay.ts';

const done = 'ALL-DONE final text from the scripted model';
const threeTurns = { input_tokens: 3_000, output_tokens: 150, cached_tokens: 600 };
const fourTurns = { input_tokens: 4_000, output_tokens: 200, cached_tokens: 800 };

describe('a session that went well', () => {
  it.each<[AgentName, string, string, object | null, number | null]>([
    ['claude', 'claude-ok', 'mcp__ralph__ralph_report Write', threeTurns, 0.00963],
    ['claude', 'claude-latest-ok', 'ToolSearch mcp__ralph__ralph_report Write', fourTurns, 0.01284],
    ['codex', 'codex-ok', 'mcp__ralph__ralph_report shell', threeTurns, null],
    ['opencode', 'opencode-ok', 'ralph_ralph_report write', threeTurns, 0.0027],
    ['gemini', 'gemini-ok', 'mcp_ralph_ralph_report write_file', threeTurns, null],
    ['copilot', 'copilot-ok', 'ralph-ralph_report create', null, null],
    ['qwen', 'qwen-ok', 'tool_search mcp__ralph__ralph_report write_file', fourTurns, null],
  ])('%s: %s', (agent, stream, tools, usage, cost) => {
    const { events, told } = replay(agent, recordedStream(stream));
    const ends = events.filter((event) => event.kind === 'tool_end');
    expect(ends.map(({ tool }) => tool).join(' ')).toBe(tools);
    expect(ends.every(({ ok }) => ok)).toBe(true);
    expect(ends.some(({ output }) => output === 'recorded:continue')).toBe(true);
    expect(told.events.tool_start).toBe(ends.length);
    expect(events).toContainEqual({ kind: 'final', text: done });
    expect(told.last_text).toBe(done);
    expect(told.usage).toEqual(usage);
    expect(told.cost_usd).toEqual(cost === null ? null : expect.closeTo(cost, 10));
    expect(told).not.toHaveProperty('error');
    expect(told).not.toHaveProperty('rate_limit');
    expect(told.mcp_failed).toBe(false);
  });
});

describe('a session that the model refused', () => {
  it.each<[string, AgentName, number, object]>([
    ['claude-429', 'claude', 1, { message: expect.stringContaining('429'), retry_after_s: 1 }],
    [
      'claude-429-subscription',
      'claude',
      1,
      { message: expect.stringContaining('limit'), resets_at: '2026-11-16T03:21:15.000Z' },
    ],
    ['codex-429', 'codex', 1, { message: expect.stringContaining('429') }],
    ['opencode-429', 'opencode', 1, { message: 'scripted 429', retry_after_s: 1 }],
    ['gemini-429', 'gemini', 173, { message: expect.stringContaining('scripted 429') }],
    ['copilot-429', 'copilot', 1, { message: expect.stringContaining('429') }],
  ])('%s is a rate limit', (stream, agent, exitCode, limit) => {
    const { told } = replay(agent, recordedStream(stream), exitCode);
    expect(told.rate_limit).toEqual(limit);
    expect(told).not.toHaveProperty('error');
    expect(told.last_text).toBe('');
  });

  it.each<[string, AgentName, number]>([
    ['claude-401', 'claude', 1],
    ['claude-latest-401', 'claude', 1],
    ['codex-401', 'codex', 1],
    ['opencode-401', 'opencode', 1],
    ['gemini-401', 'gemini', 145],
    ['copilot-401', 'copilot', 1],
    ['qwen-401', 'qwen', 0],
  ])('%s is a matter of the login', (stream, agent, exitCode) => {
    const { told } = replay(agent, recordedStream(stream), exitCode);
    expect(told.error).toEqual({ message: expect.stringContaining('401'), auth: true });
    expect(told).not.toHaveProperty('rate_limit');
    expect(told.last_text).toBe('');
  });
});

describe('a stream of any shape', () => {
  const streams: readonly [AgentName, string][] = [
    ['claude', 'claude-latest-ok'],
    ['codex', 'codex-ok'],
    ['opencode', 'opencode-ok'],
    ['gemini', 'gemini-ok'],
    ['copilot', 'copilot-ok'],
    ['qwen', 'qwen-ok'],
  ];

  it.each(streams)('%s: the size of its pieces does not matter', (agent, stream) => {
    const whole = replay(agent, recordedStream(stream));
    for (const size of [1, 7, 1_000])
      expect(replay(agent, recordedStream(stream), 0, size)).toEqual(whole);
  });

  it.each(streams)('%s: neither do noise, line ends and the order of keys', (agent, stream) => {
    const lines = recordedStream(stream).toString('utf8').trim().split('\n');
    const noisy = lines.flatMap((line) => [
      'Warning: something is deprecated',
      '',
      '\u001b[?25l',
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())),
      '{"type":',
      '[1,2]',
      'null',
      '{"type":"__proto__"}',
      '{"type":"toString"}',
    ]);
    const { events } = replay(agent, Buffer.from(noisy.join('\r\n')));
    const meant = (kind: string) => kind !== 'raw';
    expect(events.filter(({ kind }) => meant(kind))).toEqual(
      replay(agent, recordedStream(stream)).events.filter(({ kind }) => meant(kind)),
    );
  });

  it.each(streams)('%s: cut anywhere, it never throws and never claims an end', (agent, stream) => {
    const bytes = recordedStream(stream);
    expect(replay(agent, bytes).told.events.final).toBe(1);
    expect(bytes.length).toBeGreaterThan(1_000);
    for (let length = 0; length < bytes.length - 200; length += 61) {
      const { told } = replay(agent, bytes.subarray(0, length), null);
      expect(told.events.final).toBeUndefined();
    }
  });

  it.each(streams)('%s: fields of the wrong type are no trouble', (agent, stream) => {
    const lines = recordedStream(stream).toString('utf8').trim().split('\n');
    for (const wrong of ['null', '7', '"x"', '[]', '{}', '[null,{"type":"text"}]']) {
      const broken = lines.flatMap((line) =>
        Object.keys(JSON.parse(line)).map((key) => {
          const { [key]: _, ...rest } = JSON.parse(line);
          return `{${JSON.stringify(key)}:${wrong},${JSON.stringify(rest).slice(1)}`;
        }),
      );
      expect(() => replay(agent, Buffer.from(broken.join('\n')))).not.toThrow();
    }
  });
});
