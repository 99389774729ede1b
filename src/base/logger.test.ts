import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import { type BundledFixture, bundleFixture } from '../../test/support/bundle-fixture.ts';
import { secretSamples } from '../../test/support/secrets.ts';
import { UserError } from './errors.ts';
import { createLogger, type LoggerOptions, loggerFromEnvironment } from './logger.ts';

const clock = { now: () => new Date('2026-03-04T05:06:07.089Z') };

function logging(options: LoggerOptions = {}) {
  const lines: string[] = [];
  const logger = createLogger({ clock, write: (line) => lines.push(line), ...options });
  return { logger, lines };
}

describe('createLogger', () => {
  test('text: time, level, message, fields', () => {
    const { logger, lines } = logging();
    logger.warn('disk is slow', { ms: 12, file: 'a b.txt', ok: true });
    expect(lines).toEqual([
      '2026-03-04T05:06:07.089Z WARN  disk is slow ms=12 file="a b.txt" ok=true\n',
    ]);
  });

  test('json: one object per line, fields apart from what the logger says itself', () => {
    const { logger, lines } = logging({ format: 'json' });
    logger.info('started', { level: 'forged', port: 1 });
    logger.info('bare');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        time: '2026-03-04T05:06:07.089Z',
        level: 'info',
        message: 'started',
        fields: { level: 'forged', port: 1 },
      },
      { time: '2026-03-04T05:06:07.089Z', level: 'info', message: 'bare' },
    ]);
  });

  test.each([
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
  ] as const)('level %s lets %i of the four through', (level, count) => {
    const { logger, lines } = logging({ level });
    for (const at of ['debug', 'info', 'warn', 'error'] as const) logger[at]('x');
    expect(lines).toHaveLength(count);
  });

  test('a child adds its fields to every line, and the line may override them', () => {
    const { logger, lines } = logging();
    const child = logger.child({ run: 'r1', password: 'hunter2' }).child({ step: 1 });
    child.info('x', { step: 2 });
    expect(lines[0]).toMatch(/ x run=r1 password=\[redacted:secret\] step=2\n$/);
  });

  test.each(['text', 'json'] as const)(
    '%s: nothing in a message or field can forge a second line',
    (format) => {
      const { logger, lines } = logging({ format });
      const hostile =
        'ok\n2026-01-01T00:00:00.000Z ERROR forged\r\u001b[2K\u0085\u2028\u202e\u0000\u007f';
      logger.info(hostile, { [hostile]: hostile, nested: { hostile } });
      fc.assert(
        fc.property(anyText(), fc.jsonValue(), (message, value) => {
          logger.info(message, { value });
        }),
      );
      expect(lines.length).toBeGreaterThan(100);
      for (const line of lines) {
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
        expect(line.endsWith('\n')).toBe(true);
        if (format === 'json') expect(JSON.parse(line)).toHaveProperty('message');
      }
    },
  );

  test('errors are logged with stack and cause; hostile values do not throw', () => {
    const { logger, lines } = logging({ format: 'json' });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const throwing = {
      get x(): string {
        throw new Error('getter');
      },
    };
    logger.error('failed', { error: new Error('outer', { cause: new Error('inner') }), cyclic });
    logger.error('failed', throwing);
    const entry = JSON.parse(lines[0] ?? '');
    expect(entry.fields.error).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
    expect(entry.fields.error.stack).toContain('logger.test');
    expect(entry.fields.cyclic).toEqual({ self: '[circular]' });
    expect(lines[1]).toContain('[unreadable]');
  });
});

describe('loggerFromEnvironment', () => {
  test('reads level and format, and falls back to the options', () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    loggerFromEnvironment({ RALPH_LOG_LEVEL: 'DEBUG', RALPH_LOG_FORMAT: 'json' }, { write }).debug(
      'x',
    );
    loggerFromEnvironment({ RALPH_LOG_LEVEL: ' ' }, { write, level: 'error' }).warn('x');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'debug' });
  });

  test.each([
    [
      { RALPH_LOG_LEVEL: 'warning' },
      'RALPH_LOG_LEVEL is "warning", which is not one of debug, info, warn, error.',
      'Set RALPH_LOG_LEVEL to one of debug, info, warn, error, or unset it.',
    ],
    [
      { RALPH_LOG_FORMAT: 'jsn' },
      'RALPH_LOG_FORMAT is "jsn", which is not one of text, json. Did you mean "json"?',
      'Set RALPH_LOG_FORMAT to one of text, json, or unset it.',
    ],
  ])('refuses %j', (env, message, hint) => {
    expect(() => loggerFromEnvironment(env)).toThrow(
      expect.objectContaining({ message, hint, exitCode: 2 }),
    );
    expect(() => loggerFromEnvironment(env)).toThrow(UserError);
  });
});

describe('through the stderr of a real process', () => {
  let program: BundledFixture;
  beforeAll(async () => {
    program = await bundleFixture('base/log-texts');
  });
  afterAll(() => program.remove());

  async function stderrOf(env: Record<string, string>, input: unknown): Promise<string> {
    const child = spawn(process.execPath, [program.file], { env: { ...process.env, ...env } });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.stdin.end(JSON.stringify(input));
    await new Promise((done) => child.once('close', done));
    return stderr;
  }

  test.each(['text', 'json'])(
    'no secret of any shape is in a %s log, and no line is lost',
    async (format) => {
      const samples = Object.entries(secretSamples).flatMap(([shape, arbitrary], seed) =>
        fc.sample(arbitrary, { numRuns: 3, seed }).map((sample) => ({ shape, ...sample })),
      );
      const stderr = await stderrOf(
        { RALPH_LOG_FORMAT: format },
        samples.map(({ text }) => text),
      );
      const leaked = samples.filter(({ secret }) => stderr.includes(secret));
      expect(leaked.map(({ shape }) => shape)).toEqual([]);
      expect(stderr.split('\n')).toHaveLength(samples.length * 4 + 2);
      expect(
        stderr.trimEnd().endsWith(format === 'json' ? '"the last line"}' : 'the last line'),
      ).toBe(true);
    },
  );
});
