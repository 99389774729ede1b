import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hostAllowed, isLoopback, originAllowed, siteRules } from './same-site.ts';

describe('hostAllowed', () => {
  const local = siteRules({ host: '127.0.0.1' });

  it.each(['localhost', 'localhost:1', '127.0.0.1:8765', '[::1]', '[::1]:8765', 'LocalHost'])(
    'takes %s',
    (host) => expect(hostAllowed(local, host)).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.',
    'localhost:x',
    'localhost:1:2',
    '::1',
    'a b',
  ])('refuses %s', (host) => expect(hostAllowed(local, host)).toBe(false));

  it('takes the address it listens on, names that were added, and this machine when it listens anywhere', () => {
    expect(hostAllowed(siteRules({ host: '192.168.1.5' }), '192.168.1.5:80')).toBe(true);
    expect(hostAllowed(siteRules({ host: 'fe80::1' }), '[fe80::1]:80')).toBe(true);
    const proxied = siteRules({ host: '127.0.0.1', allowedHosts: ['Ralph.example'] });
    expect(hostAllowed(proxied, 'ralph.example')).toBe(true);
    expect(hostAllowed(siteRules({ host: '0.0.0.0' }), `${hostname()}:8765`)).toBe(true);
    expect(hostAllowed(siteRules({ host: '0.0.0.0' }), '0.0.0.0')).toBe(false);
  });
});

describe('originAllowed', () => {
  const rules = siteRules({ host: '127.0.0.1', allowedOrigins: ['https://ralph.example'] });

  it.each([
    undefined,
    'http://localhost:3000',
    'https://127.0.0.1',
    'http://[::1]:9',
    'https://ralph.example',
  ])('takes %s', (origin) => expect(originAllowed(rules, origin)).toBe(true));

  it.each([
    '',
    'null',
    'https://evil.example',
    'http://ralph.example',
    'https://ralph.example:8',
    'ftp://localhost',
    'localhost',
  ])('refuses %s', (origin) => expect(originAllowed(rules, origin)).toBe(false));
});

describe('isLoopback', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1.evil.example', false],
    ['10.0.0.1', false],
  ])('%s: %s', (host, expected) => expect(isLoopback(host)).toBe(expected));
});
