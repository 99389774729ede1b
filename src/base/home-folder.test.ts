import { expect, test } from 'vitest';
import { homeFolder } from './home-folder.ts';

test.each([
  [{ HOME: '/home/me', USERPROFILE: 'C:\\Users\\me' }, '/home/me'],
  [{ HOME: '', USERPROFILE: 'C:\\Users\\me' }, 'C:\\Users\\me'],
])('%o', (env, home) => {
  expect(homeFolder(env)).toBe(home);
});

test('a relative HOME would scatter files over whatever folder is current', () => {
  expect(() => homeFolder({ HOME: 'me' })).toThrow(
    expect.objectContaining({
      message: 'The home folder "me" is not an absolute path.',
      hint: expect.stringMatching(/^Set HOME to the absolute path/),
    }),
  );
});
