import { expect, it } from 'vitest';
import { reference } from '../../base/env-reference.ts';
import { printable } from './printable.ts';

it('hides secrets and keeps references to them', () => {
  const env = {
    GITHUB_TOKEN: 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB',
    DB_PASSWORD: 'hunter2',
    API_TOKEN: reference('API_TOKEN'),
    MIXED_PASSWORD: `hunter2${reference('REST')}`,
    REGION: 'eu-west-1',
  };
  const headers = { Authorization: `Bearer ${reference('API_TOKEN')}` };
  const tree = { servers: { secrets: { env, headers, args: ['--token', 'abc123def456'] } } };
  expect(printable(tree)).toEqual({
    servers: {
      secrets: {
        env: {
          GITHUB_TOKEN: '[redacted:github_token]',
          DB_PASSWORD: '[redacted:secret]',
          API_TOKEN: reference('API_TOKEN'),
          MIXED_PASSWORD: '[redacted:secret]',
          REGION: 'eu-west-1',
        },
        headers,
        args: ['--token', '[redacted:secret]'],
      },
    },
  });
});
