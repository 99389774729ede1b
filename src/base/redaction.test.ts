import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretSamples } from '../../test/support/secrets.ts';
import { secretShapes } from './redaction/shapes.ts';
import { redactText, redactValue } from './redaction.ts';

const noise = fc.string({ unit: 'grapheme', maxLength: 60 });
const before = fc.constantFrom(' ', '\n', '\t', '"', "'", '(', '[', ', ', '`', '|', '\\n', '\r\n');
const after = fc.constantFrom('', ' ', '\n', '"', "'", ')', ']', ', ', '`', '|', '\\n', '\r\n');

describe('a secret placed anywhere in any text is gone', () => {
  test.each(Object.entries(secretSamples))('%s', (_shape, samples) => {
    fc.assert(
      fc.property(
        noise,
        before,
        samples,
        after,
        noise,
        (left, open, { text, secret }, close, right) => {
          const redacted = redactText(left + open + text + close + right);
          expect(redacted).not.toContain(secret);
          expect(redacted).toContain('[redacted:');
          expect(redactText(redacted)).toBe(redacted);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(Object.entries(secretSamples))('%s, the log line being JSON', (_shape, samples) => {
    fc.assert(
      fc.property(noise, samples, (left, { text, secret }) => {
        const line = JSON.stringify({ level: 'info', output: `${left}\n${text}\n` });
        const redacted = redactText(line);
        expect(redacted).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(redacted).toContain('[redacted:');
      }),
      { numRuns: 30 },
    );
  });

  test('no shape in the table is without a sample', () => {
    const texts = Object.values(secretSamples).flatMap((samples) =>
      fc.sample(samples, { numRuns: 5, seed: 1 }).map(({ text }) => ` ${text}`),
    );
    const untried = secretShapes.filter(
      ({ pattern }) => !texts.some((text) => text.match(pattern)),
    );
    expect(untried.map(({ kind, pattern }) => `${kind} ${pattern}`)).toEqual([]);
  });

  test('a marker is not taken for the name of what follows it', () => {
    const once = redactText(`X-Api-Key: hunter2hunter2\`=rest, gh${'p_'}${'a1'.repeat(18)} = rest`);
    expect(once).toBe('X-Api-Key: [redacted:secret]`=rest, [redacted:github_token] = rest');
    expect(redactText(once)).toBe(once);
  });

  test('the kind is named, and what surrounds the secret stays', () => {
    const key = `AKIA${'Q7'.repeat(8)}`;
    expect(redactText(`key ${key}, region eu`)).toBe('key [redacted:aws_access_key], region eu');
    expect(redactText('postgres://app:s3cret@db:5432/x')).toBe(
      'postgres://app:[redacted:url_password]@db:5432/x',
    );
    expect(redactText('GET /?access_token=a1b2c3d4&page=2')).toBe(
      'GET /?access_token=[redacted:secret]&page=2',
    );
    expect(redactText('{"password":"hunter2","user":"me"}')).toBe(
      '{"password":"[redacted:secret]","user":"me"}',
    );
  });
});

const harmless = {
  'a commit': 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD -> main)',
  'a UUID': 'request 123e4567-e89b-12d3-a456-426614174000 done',
  'a SHA-256': 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'a lock file entry':
    '"integrity": "sha512-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl=="',
  'packages named after secrets':
    '"cookie": "^0.7.2", "js-tokens": "4.0.0", "jsonwebtoken": "~9.0.2", "set-cookie-parser": "2.6.0"',
  'an inlined image': `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUg${'AAAA1'.repeat(40)}==">`,
  'a public key':
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
  'prose about tokens': 'The token is passed as a bearer token; basic authentication is off.',
  'prose about passwords':
    'password: must be at least 8 characters, and never the word secret itself',
  'a parser message': 'SyntaxError: Unexpected token: identifier (src/token.ts:12:3)',
  'token counts':
    'token_count: 12, max_tokens=4000, total_tokens: 123456, "input_tokens": 99, tokens=5',
  'MCP bookkeeping':
    '{"progressToken": 1, "nextCursor": "abc", "page_token": "p2", "session_id": "ses_1"}',
  'a TypeScript type': 'interface Login { readonly password: string; token?: string | null }',
  'source code': 'const token = await getToken(); const secret = config.secret; login(password)',
  'a reference': `env: { GITHUB_TOKEN: "\${env:GITHUB_TOKEN}" } NPM_TOKEN=$NPM_TOKEN password: <your password>`,
  'names of places':
    'password_file=/run/secrets/db token_endpoint: https://id.test/token secret_name: app',
  'paths and ports':
    'http://localhost:3000/@scope/pkg http://[::1]:8080/@x src/secrets/token-store.ts:10',
  'a remote':
    'git@github.com:owner/name.git ssh://git@host.test:22/x docker://alpine:3.18@sha256:9f86',
  'a CSS class': 'class="sk-fading-circle-container-spinner task-list-item-checkbox"',
  'sentences about passwords':
    'The password is required. The token is base64 text; a secret was found12.',
  'a mysql port': 'mysql --port 3306 -P 3306 -u root -p app',
  'a certificate in base64': 'tls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUV2UUlCQURBTg==',
  'a numeric user': 'docker run -u 1000:1000 image',
};

describe('what is no secret stays', () => {
  test.each(Object.entries(harmless))('%s', (_what, text) => {
    expect(redactText(text)).toBe(text);
  });

  test('ordinary words never change', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join(' ');
        expect(redactText(text)).toBe(text);
      }),
    );
  });
});

describe('hostile text is finished with, however it is built', () => {
  const fragments = [
    ...['a', ' ', '\n', '\\', '"', '=', ':', '-', '.', '@', '<a>', '://', 'eyJ', 'eyJa.', '\\neyJ'],
    ...[
      'SG.',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----\nabc',
      'password',
      'password=',
      'password: |\n ',
      'password: |\n \n',
    ],
    ...[
      'password="',
      "secret:'",
      'token: ',
      '--token ',
      '<password>x',
      '://a:',
      'Bearer ',
      'cookie: a=b;',
    ],
    ...[
      '"password":\n',
      'login a password ',
      'xoxb-',
      'a:a@',
      '://u:p@',
      '[redacted:',
      'key-0',
      '\\"token\\":\\"',
    ],
    ...['mysql -', 'docker login -', 'password is ', 'set -x ', 'Private-Lines: 1\n', 'a1b8Q~'],
  ];
  /** Long enough that a rule whose time is quadratic would run into the time-out. */
  const long = (fragment: string) => fragment.repeat(Math.ceil(250_000 / fragment.length));

  test.each(fragments)('endless %j', (fragment) => {
    expect(typeof redactText(long(fragment))).toBe('string');
  });

  test('endless random mixtures of them', () => {
    const mixture = fc.array(fc.constantFrom(...fragments), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(mixture, (parts) => typeof redactText(long(parts.join(''))) === 'string'),
      { numRuns: 8 },
    );
  });
});

describe('redactValue', () => {
  test('replaces values behind secret names and keeps what cannot be a secret', () => {
    const value = {
      user: 'me',
      password: 'hunter2',
      pin: { clientSecret: 12345, secrets: ['a', 'b'] },
      hasPassword: true,
      token: 12,
      progressToken: 'abc',
      apiKey: null,
      access_token: '',
      auth: 'none',
      cookie: { secure: true, name: 'sid' },
      GITHUB_TOKEN: `\${env:GITHUB_TOKEN}`,
    };
    const untouched = structuredClone(value);
    expect(redactValue(value)).toEqual({
      ...value,
      password: '[redacted:secret]',
      pin: { clientSecret: '[redacted:secret]', secrets: '[redacted:secret]' },
    });
    expect(value).toEqual(untouched);
  });

  test('knows arguments, headers and name-value pairs', () => {
    expect(
      redactValue({
        argv: ['deploy', '--token', 'abc', '--verbose'],
        header: ['authorization', 'abc'],
        headers: new Headers({ 'x-api-key': 'abc', accept: '*/*' }),
        list: [{ name: 'Cookie', value: 'abc' }],
        map: new Map([['password', 'abc']]),
      }),
    ).toEqual({
      argv: ['deploy', '--token', '[redacted:secret]', '--verbose'],
      header: ['authorization', '[redacted:secret]'],
      headers: { accept: '*/*', 'x-api-key': '[redacted:secret]' },
      list: [{ name: 'Cookie', value: '[redacted:secret]' }],
      map: { password: '[redacted:secret]' },
    });
  });

  test('survives cycles, depth, throwing getters and values JSON cannot hold', () => {
    const cyclic: Record<string, unknown> = { name: 'x' };
    cyclic.self = cyclic;
    const shared = { a: 1 };
    let deep: unknown = 'bottom';
    for (let i = 0; i < 10_000; i++) deep = { deep };
    const hostile = {
      get boom() {
        throw new Error('no');
      },
    };
    expect(redactValue(cyclic)).toEqual({ name: 'x', self: '[circular]' });
    expect(redactValue([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
    expect(JSON.stringify(redactValue(deep))).toContain('[too deep]');
    expect(redactValue({ hostile })).toEqual({ hostile: '[unreadable]' });
    expect(
      redactValue([
        1n,
        Symbol('x'),
        () => 1,
        undefined,
        Number.NaN,
        new Uint8Array(3),
        new Date(0),
      ]),
    ).toEqual([
      '1',
      '[symbol]',
      '[function]',
      null,
      'NaN',
      '[binary, 3 bytes]',
      '1970-01-01T00:00:00.000Z',
    ]);
  });

  test('takes errors apart, with what they carry and what caused them', () => {
    const cause = new Error('connect postgres://app:hunter2@db.test failed');
    const error = Object.assign(new Error('sign-in failed', { cause }), {
      code: 'E_AUTH',
      password: 'x1',
    });
    const copy = redactValue(error);
    expect(copy).toMatchObject({
      name: 'Error',
      message: 'sign-in failed',
      code: 'E_AUTH',
      password: '[redacted:secret]',
      cause: { message: 'connect postgres://app:[redacted:url_password]@db.test failed' },
    });
    expect(JSON.stringify(copy)).not.toContain('hunter2');
  });

  test.each(Object.entries(secretSamples))(
    'no %s survives anywhere in a value',
    (_shape, samples) => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 2 }), samples, (around, { text, secret }) => {
          const value = { around, list: [text, { text }], [text]: 1 };
          const redacted = JSON.stringify(redactValue(value));
          expect(redacted).not.toContain(JSON.stringify(secret).slice(1, -1));
          expect(redacted.match(/\[redacted:/g)?.length).toBeGreaterThanOrEqual(3);
        }),
        { numRuns: 20 },
      );
    },
  );
});
