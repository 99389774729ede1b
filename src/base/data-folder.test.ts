import path from 'node:path';
import { expect, test } from 'vitest';
import { userDataFolder } from './data-folder.ts';

const share = path.join('/home/me', '.local', 'share', 'ralph');

test.each([
  ['linux', {}, share],
  ['linux', { XDG_DATA_HOME: '/d' }, path.join('/d', 'ralph')],
  ['darwin', {}, path.join('/home/me', 'Library', 'Application Support', 'ralph')],
  ['win32', { LOCALAPPDATA: 'C:\\Local' }, path.join('C:\\Local', 'ralph')],
  ['win32', {}, path.join('/home/me', 'AppData', 'Local', 'ralph')],
] as const)('%s %o', (platform, env, folder) => {
  expect(userDataFolder({ HOME: '/home/me', ...env }, platform)).toBe(folder);
});

// A run would keep its snapshots in the very repository that it guards.
test.each(['', 'data', './data'])('XDG_DATA_HOME=%j is none', (named) => {
  expect(userDataFolder({ HOME: '/home/me', XDG_DATA_HOME: named }, 'linux')).toBe(share);
});
