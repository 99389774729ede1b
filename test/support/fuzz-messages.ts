/** A small generator of pseudo-random numbers (mulberry32): the same seed gives the same messages. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const modernEnvelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

/** Messages a client might send; what is wrong with them comes later. */
type Sample = readonly [method: string, params: object];
const samples: readonly [Sample, ...Sample[]] = [
  [
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'f', version: '1' } },
  ],
  ['notifications/initialized', {}],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/list', { cursor: 'AAAA' }],
  ['tools/call', { name: 'echo', arguments: { text: 'x' } }],
  ['tools/call', { name: 'echo', arguments: { text: 7 } }],
  [
    'tools/call',
    { name: 'confirm', arguments: {}, inputResponses: { sure: { action: 'accept' } } },
  ],
  [
    'tools/call',
    { name: 'count', arguments: { steps: 3, every_ms: 1 }, _meta: { progressToken: 1 } },
  ],
  ['tools/call', { name: 'break_down', arguments: { secret: 'x' } }],
  ['tools/call', { name: 'read_inside', arguments: { path: '../../etc/passwd' } }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'ralph://prompt' }],
  ['resources/read', { uri: 'ralph://../../etc/passwd' }],
  ['resources/subscribe', { uri: 'ralph://prompt' }],
  ['resources/unsubscribe', { uri: 'ralph://prompt' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'ralph_run_current', arguments: { max_iterations: '3' } }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/prompt', name: 'ralph_run_current' },
      argument: { name: 'max_iterations', value: '1' },
    },
  ],
  ['logging/setLevel', { level: 'debug' }],
  ['server/discover', {}],
  ['subscriptions/listen', { notifications: { resourceSubscriptions: ['ralph://prompt'] } }],
  ['notifications/cancelled', { requestId: 1, reason: 'fuzz' }],
  ['notifications/progress', { progressToken: 1, progress: 1 }],
  ['elicitation/create', {}],
  ['rpc.discover', {}],
  ['__proto__', {}],
  ['constructor', { __proto__: { polluted: true } }],
];

export interface Fuzzer {
  /** The bytes of one message, without a line end. */
  next(): Buffer;
}

/** Messages that are random, mutated, cut, huge, deep or simply wrong. */
export function createFuzzer(seed: number): Fuzzer {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];

  const junk = (): unknown =>
    pick<() => unknown>([
      () => null,
      () => below(2) === 0,
      () => below(1_000_000) - 500_000,
      () => 1e308,
      () => -0.5,
      () => '',
      () => 'x'.repeat(below(200)),
      () => String.fromCodePoint(below(0x2_000), 0x1f600, 0xfffd),
      () => [],
      () => ({}),
      () => Array.from({ length: below(20) }, () => below(9)),
      () => ({ [`k${below(5)}`]: junk() }),
      () => ({ __proto__: null, constructor: 1, toString: 2 }),
    ])();

  function mutate(value: unknown, depth = 0): unknown {
    if (random() < 0.15) return junk();
    if (depth > 5 || value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => mutate(item, depth + 1));
    const entries = Object.entries(value)
      .filter(() => random() > 0.08)
      .map(([key, item]) => [key, mutate(item, depth + 1)] as const);
    if (random() < 0.1) entries.push([`extra${below(3)}`, junk()]);
    return Object.fromEntries(entries);
  }

  function message(): Record<string, unknown> {
    const [method, params] = pick(samples);
    const modern = random() < 0.3;
    const isNotification = method.startsWith('notifications/');
    return {
      jsonrpc: '2.0',
      // Few ids, so that many requests share one.
      ...(!isNotification && { id: below(3) === 0 ? `s${below(20)}` : below(50) }),
      method,
      params: modern ? { ...params, _meta: modernEnvelope } : params,
    };
  }

  function corrupt(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    for (let n = 1 + below(5); n > 0; n--) copy[below(copy.length)] = below(256);
    // A line end would make two messages of one.
    return Buffer.from(copy.map((byte) => (byte === 0x0a ? 0x20 : byte)));
  }

  const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? 'undefined');

  return {
    next() {
      const roll = random();
      if (roll < 0.25) return text(message());
      if (roll < 0.6) return text(mutate(message()));
      if (roll < 0.7) return corrupt(text(message()));
      if (roll < 0.76) return text(message()).subarray(0, below(60));
      if (roll < 0.8) return text(Array.from({ length: below(12) }, () => mutate(message())));
      if (roll < 0.84) return text({ jsonrpc: '2.0', id: below(50), result: junk() });
      if (roll < 0.88) return text({ jsonrpc: '2.0', id: below(50), error: junk() });
      if (roll < 0.93) {
        const open = pick(['[', '{"a":', '[{"b":']);
        return Buffer.from(open.repeat(1 + below(3_000)));
      }
      if (roll < 0.935) return text({ ...message(), padding: 'p'.repeat(below(300_000)) });
      if (roll < 0.97)
        return Buffer.from(Array.from({ length: below(80) }, () => 128 + below(127)));
      return text(junk());
    },
  };
}
